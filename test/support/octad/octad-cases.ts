/** What a case can do with the Octad ROM and ask of it; test/octad/cases/README.md lists it. */
import { type Failure, isFailure, type Result } from '#basics';
import { OCTAD_STATE_BYTES, octadMoves, octadMoveText, octadPlay, octadStateBytes, toOfen } from '#chess';
import type { PadButton } from '#emulator';
import type { OctadSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { octadPosition } from '../chess/positions.ts';
import type { Answering } from '../sessions.ts';
import { octadBegin, octadGame, octadGo, octadMoveNamed, octadNewGame, octadPlayMove } from './octad-game.ts';
import { octadSession, octadTakeBack } from './octad-game.ts';

/** The ROM, started; all of a case happens to one. */
export function beginOctad(): Answering {
  const session = octadSession();
  return {
    answerTo: (verb, argument) => Promise.resolve(ASKS[verb]!(session, argument)),
    end: () => Promise.resolve([]),
  };
}

const done = (result: Result<unknown> | undefined): string =>
  isFailure(result) ? `! ${(result as Failure).message}` : '';

/** Columns of the panel's lines. */
const COLUMNS = 13;

/** A line of the panel, without spaces at its end. */
function line(session: OctadSession, number: string): string {
  const page = (session.symbol('TEXT_PAGE') + Number(number)) * 256;
  const codes = Array.from({ length: COLUMNS }, (_, column) => session.machine.readRam(page + column) & 0x7f);
  return String.fromCharCode(...codes).trimEnd();
}

function wait(session: OctadSession, frames: number): string {
  session.machine.run(frames * CYCLES_PER_FRAME);
  return '';
}

const ASKS: Readonly<Record<string, (session: OctadSession, argument: string) => string>> = {
  new: (session) => done(octadNewGame(session)),
  begin: (session, ofen) => done(octadBegin(session, octadPosition(ofen))),
  play: (session, moves) =>
    moves
      .split(' ')
      .map((text) => done(octadPlayMove(session, octadMoveNamed(octadGame(session).position, text))))
      .join(''),
  /** Between two squares by their numbers, whatever the rules say. */
  force(session, squares) {
    const [from = 0, to = 0] = squares.split(' ').map(Number);
    return done(octadPlayMove(session, { from, to, promotion: null, castle: null }));
  },
  back: (session) => done(octadTakeBack(session)),
  /** The machine plays a move, which must be legal. */
  go(session, plies) {
    const { position } = octadGame(session);
    const failed = done(octadGo(session, Number(plies), 100_000_000));
    if (failed !== '') return failed;
    const after = toOfen(octadGame(session).position);
    const move = octadMoves(position).find((each) => toOfen({ ...octadPlay(position, each), moveNumber: 1 }) === after);
    return move === undefined ? `! ${after} is not after a legal move` : octadMoveText(move);
  },
  press(session, buttons) {
    for (const button of buttons.split(' ')) {
      session.machine.input.setPad([button as PadButton]);
      wait(session, 6);
      session.machine.input.setPad([]);
      wait(session, 10);
    }
    return '';
  },
  type(session, keys) {
    for (const key of keys.replaceAll('<Enter>', '\n')) {
      session.machine.input.typeKey(key);
      wait(session, 16);
    }
    return '';
  },
  wait: (session, frames) => wait(session, Number(frames)),
  'wait-for'(session, side) {
    const wanted = side === 'white' ? 0 : 1;
    for (let frames = 0; frames < 600 && session.read('octadSide') !== wanted; frames++) wait(session, 1);
    return '';
  },
  /** The position, in which all 74 bytes of the state must be right. */
  position(session) {
    const { position, problems } = octadGame(session);
    const isRight = session
      .readBytes('octad', OCTAD_STATE_BYTES)
      .every((byte, at) => byte === octadStateBytes(position)[at]);
    return isRight && problems.length === 0 ? toOfen(position) : `! the state is wrong: ${problems.join(' ')}`;
  },
  result: (session) => octadGame(session).result,
  line,
  byte: (session, name) => String(session.read(name)),
  marks(session) {
    const [high = 0, low = 0] = session.readBytes('marks', 2);
    const marked = [...'1234'].flatMap((rank) => [...'abcd'].map((file) => file + rank));
    return marked.filter((_, at) => ((256 * high + low) << at) & 0x8000).join(' ');
  },
};
