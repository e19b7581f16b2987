/**
 * From bytes to meaning: decodes every chess table that a program declares.
 *
 * Works from the declarations alone and knows no address and no symbol of a program. Any RAM content gives
 * a result; `problems` lists what does not fit together.
 */
import { decodeAttackMaps } from './decode-attack-maps.ts';
import { decodeBits } from './decode-bits.ts';
import { decodeBoard } from './decode-board.ts';
import { createContext, type DecodeContext } from './decode-context.ts';
import { decodeGame } from './decode-game.ts';
import { decodeOctadBoard } from './decode-octad-board.ts';
import { decodeNeighbours } from './decode-neighbours.ts';
import { decodePieceLists } from './decode-piece-lists.ts';
import { decodeSearch } from './decode-search.ts';
import type { MemoryReader, ProgramDeclarations } from './declarations.ts';
import type { DecodedTables, GameRecord } from './decoded.ts';
import type { OracleVerdict } from './oracle-verdict.ts';
import { compareWithOracle } from './oracle/compare.ts';

/** Decodes all declared tables as they are in `memory` now. Never throws, whatever the bytes. */
export function decode(memory: MemoryReader, declarations: ProgramDeclarations): DecodedTables {
  const context = createContext(memory, declarations);
  if (declaresChess(declarations)) sayWhatIsMissing(context);
  const search = decodeSearch(context);
  const board = decodeBoard(context, search) ?? decodeOctadBoard(context);
  const attackMaps = decodeAttackMaps(context);
  const pieceLists = decodePieceLists(context);
  const neighbours = decodeNeighbours(context);
  const game = decodeGame(context);
  const bits = decodeBits(memory, declarations, context.problems);
  return {
    geometry: declarations.squares,
    board,
    attackMaps,
    pieceLists,
    neighbours,
    game,
    search,
    bits,
    oracle: board && verdict(memory, declarations),
    problems: context.problems.sentences(),
  };
}

/** The game record alone, as {@link decode} gives it. */
export function decodeGameRecord(memory: MemoryReader, declarations: ProgramDeclarations): GameRecord | null {
  return decodeGame(createContext(memory, declarations));
}

/** The most differences that a view can sensibly show. */
const DIFFERENCES_SHOWN = 100;

function verdict(memory: MemoryReader, declarations: ProgramDeclarations): OracleVerdict | null {
  const { compared, differences } = compareWithOracle(memory, declarations);
  if (compared === 0) return null;
  return { compared, differing: differences.length, differences: differences.slice(0, DIFFERENCES_SHOWN) };
}

/** Whether a program declares anything to do with chess; if not, nothing is missing. */
function declaresChess({ squares, pieces, tables }: ProgramDeclarations): boolean {
  return squares !== null || pieces !== null || tables.some(({ index }) => index === 'square' || index === 'piece');
}

function sayWhatIsMissing({ grid, coding, boardTable, problems }: DecodeContext): void {
  if (!grid) problems.add('The program does not declare how squares are numbered (.squares).');
  if (!coding) problems.add('The program does not declare its piece codes (.pieces, .kind).');
  if (!boardTable) problems.add('The program declares no board (a table with index=square element=piece).');
}
