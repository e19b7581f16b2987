/**
 * Test positions in EPD: four fields of a FEN, then operations such as `bm Nf3; id "one";`.
 *
 * Source: Extended Position Description in the PGN standard of 1994 by Steven J. Edwards.
 */
import { Chess } from 'chess.js';
import { failure, type Failure, isFailure, type Result } from '#basics';
import { parseFen } from '#chess';
import type { Score, SearchInfo, SearchLimits } from './search-report.ts';
import { search } from './best-move.ts';
import type { Searcher } from './searcher.ts';

/** A position, and what the engine should find in it. */
export interface EpdPosition {
  readonly id: string;
  readonly fen: string;
  /** Best moves in coordinate notation; the engine must find one. */
  readonly best: readonly string[];
  readonly avoid: readonly string[];
  /** Mate in this many moves; undefined if the position asks for none. */
  readonly mate: number | undefined;
}

/** Reads the lines of a file; empty ones and those that begin with # are skipped. @param none says that there are none */
export function parseLines<T>(
  text: string,
  parse: (line: string, number: number) => Result<T>,
  none: string,
): T[] | Failure {
  const found: T[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const parsed = parse(line.trim(), index + 1);
    if (isFailure(parsed)) return failure(`line ${index + 1}: ${parsed.message}`);
    found.push(parsed);
  }
  return found.length === 0 ? failure(none) : found;
}

/** Reads a file of positions. */
export function parseEpd(text: string): EpdPosition[] | Failure {
  return parseLines(text, parseLine, 'there are no positions');
}

function parseLine(line: string, number: number): Result<EpdPosition> {
  const [board = '', side = '', castling = '', passant = '', ...rest] = line.split(/\s+/);
  const head = [board, side, castling, passant].join(' ');
  const parsed = parseFen(head);
  if (isFailure(parsed)) return parsed;
  const operations = parseOperations(rest.join(' '));
  const fen = `${head} ${operations.get('hmvc') ?? '0'} ${operations.get('fmvn') ?? '1'}`;
  const best = parseMoves(fen, operations.get('bm') ?? '');
  if (isFailure(best)) return best;
  const avoid = parseMoves(fen, operations.get('am') ?? '');
  if (isFailure(avoid)) return avoid;
  const mate = operations.get('dm');
  if (mate !== undefined && !/^[1-9]\d?$/.test(mate)) return failure(`dm needs a number of moves, not "${mate}"`);
  if (!operations.has('bm') && !operations.has('am') && mate === undefined) return failure('it needs bm, am or dm');
  return {
    id: operations.get('id') ?? `line ${number}`,
    fen,
    best,
    avoid,
    mate: mate === undefined ? undefined : Number(mate),
  };
}

/** Operations by their codes; quotes around an operand are removed, semicolons within them stay. */
function parseOperations(text: string): Map<string, string> {
  const operations = text.matchAll(/(\w+)\s*((?:"[^"]*"|[^;"])*);?/g);
  return new Map([...operations].map(([, code = '', operand = '']) => [code, operand.trim().replaceAll('"', '')]));
}

/** Moves in standard algebraic notation, played on the board of the position. */
function parseMoves(fen: string, text: string): Result<string[]> {
  const moves: string[] = [];
  for (const word of text.split(/[\s,]+/).filter((move) => move !== '')) {
    const board = new Chess(fen, { skipValidation: true });
    try {
      moves.push(board.move(word).lan);
    } catch {
      return failure(`the move ${word} is not legal`);
    }
  }
  return moves;
}

/** Whether a search with this move and score has found what the position asks for. */
export function isSolved({ best, avoid, mate }: EpdPosition, move: string | undefined, score: Score): boolean {
  if (move === undefined || avoid.includes(move)) return false;
  if (best.length > 0 && !best.includes(move)) return false;
  return mate === undefined || ('mate' in score && score.mate > 0 && score.mate <= mate);
}

export interface EpdOutcome {
  readonly id: string;
  readonly fen: string;
  readonly solved: boolean;
  readonly move: string | null;
  readonly score: Score;
  readonly depth: number;
  /** Of the whole search. */
  readonly nodes: number;
  readonly cycles: number;
  readonly seconds: number;
  /** Emulated seconds and nodes after which the search had the solution for good; null if it never had. */
  readonly solvedAfter: { readonly seconds: number; readonly nodes: number } | null;
}

/** Searches a position. If a mate is asked for, finding it ends the search. */
export function solve(searcher: Searcher, position: EpdPosition, limits: SearchLimits): EpdOutcome | Failure {
  let since: SearchInfo | undefined;
  const result = search(searcher, { fen: position.fen, moves: [] }, limits, (info) => {
    const solved = isSolved(position, info.pv[0], info.score);
    since = solved ? (since ?? info) : undefined;
    return solved && position.mate !== undefined;
  });
  if (isFailure(result)) return result;
  const { move, score, depth, nodes, cycles, seconds } = result;
  const solved = isSolved(position, move, score);
  const found = solved ? (since ?? result) : undefined;
  return {
    ...{ id: position.id, fen: position.fen, solved, move: move ?? null, score, depth, nodes, cycles, seconds },
    solvedAfter: found === undefined ? null : { seconds: found.seconds, nodes: found.nodes },
  };
}
