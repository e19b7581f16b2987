/**
 * The game record: turn words in the order in which they were played.
 *
 * The program declares tables over plies with `element=turn-word`, four bytes an entry, lowest first; of
 * several, the attribute `ply` says where each begins. Together they are a ring. A variable with `element=address
 * role=next-turn` holds the address of the next entry; a turn word of 0 marks both ends of the game.
 */
import { elementAt, hex, hexWord } from '#basics';
import type { DecodeContext } from './decode-context.ts';
import type { GameRecord, PlayedTurn } from './decoded.ts';
import type { Table } from './declared-tables.ts';
import { moveText, readTurnWord } from './chesster/turn-word.ts';

/** The turns that are kept; null if the program does not declare turn words, or where the next one goes. */
export function decodeGame({ tables, problems }: DecodeContext): GameRecord | null {
  const parts = tables.all({ index: 'ply', element: 'turn-word' }).sort((a, b) => firstPly(a) - firstPly(b));
  const [first] = parts;
  if (first === undefined) return null;
  const pointer = tables.first({ element: 'address', attributes: { role: 'next-turn' } });
  if (!pointer) {
    problems.add('The program declares turn words, but not where the next one goes (element=address role=next-turn).');
    return null;
  }
  const ring = parts.flatMap((table) =>
    Array.from({ length: table.last - table.first + 1 }, (_, i) => ({ table, index: table.first + i })),
  );
  const table = first.name;
  const address = (pointer.read(pointer.first) ?? 0) + 256 * (pointer.read(pointer.first + 1) ?? 0);
  const next = ring.findIndex(({ table, index }) => table.addressOf(index) === address);
  const capacity = ring.length - 1;
  if (next >= 0) return { table, capacity, ...turnsBefore(ring, next) };
  const problem = `The next turn would go to ${hexWord(address)}, which is not an entry of the record.`;
  return { table, turns: [], capacity, problem };
}

/** The place in the ring at which a part of it begins. */
function firstPly(table: Table): number {
  return Number(table.attributes['ply'] ?? 0);
}

/** The number of a turn among those that are kept, as games are written: `1.`, and `1…` for black. */
export function turnNumber(turns: readonly PlayedTurn[], at: number): string {
  const isBlack = (index: number): boolean => turns[index]?.piece.side === 'black';
  return `${((at + Number(isBlack(0))) >> 1) + 1}${isBlack(at) ? '…' : '.'}`;
}

/** The turns before an entry, oldest first, back to the empty word. */
function turnsBefore(
  ring: readonly { table: Table; index: number }[],
  next: number,
): { turns: PlayedTurn[]; problem: string | null } {
  const turns: PlayedTurn[] = [];
  let problem: string | null = null;
  for (let back = 1; back < ring.length; back++) {
    const { table, index } = elementAt(ring, (next - back + ring.length) % ring.length);
    const word = table.readNumber(index) ?? 0;
    if (word === 0) break;
    const turn = readTurnWord(word);
    if (turn === undefined) {
      problem = `The word ${hex(word, 8)}, ${back} before the next, is not a turn.`;
      break;
    }
    // With the spread first, adding to what it copied would take most of the time.
    turns.push({ entry: { table: table.name, index }, word, text: moveText(turn), ...turn });
  }
  return { turns: turns.reverse(), problem };
}
