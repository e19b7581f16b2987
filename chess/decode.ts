/**
 * From bytes to meaning: decodes every chess table that a program declares.
 *
 * Works from the declarations alone and knows no address and no symbol of a program. Any RAM content gives
 * a result; `problems` lists what does not fit together.
 */
import { bankAt, type SquareNumber, type ProgramDeclarations, type TableDeclaration } from '#basics';
import { tableOver, type MemoryReader, type Table } from './declared-tables.ts';
import type {
  DecodedBits,
  DecodedTables,
  Direction,
  GameRecord,
  NeighbourLink,
  NeighbourSquare,
  NeighbourTable,
  OracleVerdict,
} from './decoded.ts';
import { LENSES, lensOf, type Lens } from './lens/lens.ts';
import { type ProblemList, type DecodeContext, createContext } from './decode-context.ts';
import { DIRECTIONS, opposite, type SquareGrid } from './square-grid.ts';
import { decodeAttackMaps } from './decode-attack-maps.ts';
import { decodeBoard, decodeOctadBoard } from './decode-board.ts';
import { decodeGame } from './decode-game.ts';
import { decodePieceLists } from './decode-piece-lists.ts';
import { decodeSearch } from './decode-search.ts';
import { compareWithOracle } from './oracle/compare.ts';

/** The most entries that a view can sensibly list. */
const MOST_ENTRIES = 512;
/** A move word of 20 bits also fits into three bytes. */
const SHORT_MOVE_WORD = 3;

/** Every declared board and word with its bytes. */
function decodeBits(memory: MemoryReader, { tables }: ProgramDeclarations, problems: ProblemList): DecodedBits[] {
  const found: DecodedBits[] = [];
  for (const table of tables) {
    const lens = tableLens(table, problems);
    if (!lens) continue;
    const entries = tableOver(table, memory);
    for (let index = table.first; index <= table.last && found.length < MOST_ENTRIES; index++)
      found.push(entryOf(entries, index, lens));
  }
  return found;
}

function tableLens(table: TableDeclaration, problems: ProblemList): Lens | undefined {
  if (!lensOf(table.element)) return undefined;
  const lens = lensOf(table.element, table.attributes['order']);
  if (!lens) {
    const order = table.attributes['order'] ?? '';
    problems.add(`The table ${table.name} has the order ${order}, which its element does not have.`);
    return undefined;
  }
  const least = lens.kind === 'move-word' ? SHORT_MOVE_WORD : LENSES[lens.kind].bytes;
  if (table.size >= least) return lens;
  problems.add(`A ${lens.kind} has ${least} bytes, but an entry of ${table.name} has ${table.size}.`);
  return undefined;
}

function entryOf(table: Table, index: number, lens: Lens): DecodedBits {
  const address = table.addressOf(index);
  const bytes = table.bytes(index, Math.min(table.size, LENSES[lens.kind].bytes));
  const isSingle = table.index === '' && table.first === table.last;
  const name = isSingle ? table.name : `${table.name}[${index}]`;
  return { name, address, bank: bankAt(table, address), bytes, ...lens };
}

/** The decoded table, or null if the program declares no direction of it. */
function decodeNeighbours(context: DecodeContext): NeighbourTable | null {
  const { grid, tables } = context;
  if (!grid) return null;
  const columns = new Map<Direction, Table>();
  for (const direction of DIRECTIONS) {
    const table = tables.first({ index: 'square', element: 'square', attributes: { direction } });
    if (table) columns.set(direction, table);
  }
  if (columns.size === 0) return null;
  const squares = [...grid.board, ...grid.guards].map((number) => decodeSquare(context, grid, columns, number));
  return { squares: squares.filter((square) => square.links.length > 0) };
}

function decodeSquare(
  context: DecodeContext,
  grid: SquareGrid,
  columns: ReadonlyMap<Direction, Table>,
  number: SquareNumber,
): NeighbourSquare {
  const { place, name } = grid.ref(number);
  const linked = place === 'guard' || context.boardSquare(number)?.content !== 'empty';
  const links: NeighbourLink[] = [];
  for (const [direction, table] of columns) {
    const value = table.read(number);
    if (value === undefined || !leadsOverBoard(grid, number, direction)) continue;
    const back = columns.get(opposite(direction));
    const symmetric = linked && back ? back.read(value) === number : null;
    if (symmetric === false) {
      const example = `${grid.label(number)} to ${grid.label(value)} (${direction})`;
      context.problems.count('Neighbour link that does not lead back', example);
    }
    links.push({ table: table.name, direction, to: grid.ref(value), symmetric });
  }
  return { number, place, name, linked, links };
}

/** Whether a ray from here in this direction meets the board at all; a guard has no outward links. */
function leadsOverBoard(grid: SquareGrid, number: SquareNumber, direction: Direction): boolean {
  return grid.place(number) === 'board' || grid.place(number + grid.step(direction)) === 'board';
}

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
