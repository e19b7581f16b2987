/** Positions of chess and of Octad that are known to be good. */
import { isFailure, type Result } from '#basics';
import { parseFen, parseOfen, type OctadPosition, type PlainPosition } from '#chess';

export const position = (fen: string): PlainPosition => good(parseFen(fen));
export const octadPosition = (ofen: string): OctadPosition => good(parseOfen(ofen));

function good<P>(read: Result<P>): P {
  if (isFailure(read)) throw new Error(read.message);
  return read;
}
