/**
 * A model of the game on the Octad ROM: which positions may appear on its board next. It follows the rules on the host,
 * which share nothing with the ROM.
 */
import {
  OCTAD_START,
  octadEnd,
  octadMoves,
  octadPlay,
  octadStateBytes,
  parseOfen,
  toOfen,
  type OctadPosition,
} from '#chess';
import { octadGame, type OctadResult, type OctadSession } from '#engine-driver';

/** A position and the text that distinguishes it from others, without the number of the move. */
interface Entry {
  readonly position: OctadPosition;
  readonly text: string;
}

/** The position of a valid OFEN. */
export function octadPosition(ofen: string): OctadPosition {
  const parsed = parseOfen(ofen);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.position;
}

export class OctadGameModel {
  /** How many moves have been followed. */
  played = 0;
  private entries: Entry[] = [entryOf(octadPosition(OCTAD_START))];

  /** Starts over from this position. */
  begin(position: OctadPosition): void {
    this.entries = [entryOf(position)];
  }

  /** The position on the board. */
  get position(): OctadPosition {
    return this.top.position;
  }

  /** Checks what the ROM shows; undefined if it is allowed, otherwise one sentence. */
  follow(session: OctadSession): string | undefined {
    const { position, result, problems } = octadGame(session);
    const { text } = entryOf(position);
    if (problems.length > 0) return `${text}: ${problems.join(' ')}`;
    const before = this.top.text;
    if (!this.reach(entryOf(position))) return `${text} does not come after ${before}.`;
    if (!session.readBytes('octad', 74).every((byte, index) => byte === octadStateBytes(position)[index]))
      return `${text} has another state.`;
    const expected = this.result();
    return result === expected ? undefined : `${text} is ${result} for the ROM, and ${expected} for the rules.`;
  }

  private get top(): Entry {
    const top = this.entries.at(-1);
    if (top === undefined) throw new Error('the model has lost its position');
    return top;
  }

  /** The board has not changed, or a move was played, or one or two were taken back, or a new game began. */
  private reach(next: Entry): boolean {
    for (const back of [0, 1, 2]) {
      const length = this.entries.length - back;
      if (length < 1 || this.entries[length - 1]?.text !== next.text) continue;
      this.entries.length = length;
      return true;
    }
    const start = entryOf(octadPosition(OCTAD_START));
    if (this.result() === 'none') {
      const after = octadMoves(this.position).map((move) => entryOf(octadPlay(this.position, move)));
      if (after.some(({ text }) => text === next.text)) {
        this.entries.push(next);
        this.played++;
        return true;
      }
    }
    if (next.text !== start.text) return false;
    this.entries = [start];
    return true;
  }

  private result(): OctadResult {
    const { position } = this.top;
    const end = octadEnd(position);
    if (end !== null) return end;
    const earlier = this.entries.slice(0, -1).filter((entry) => repetitionText(entry) === repetitionText(this.top));
    return earlier.length >= 2 ? 'threefold' : 'none';
  }
}

function entryOf(position: OctadPosition): Entry {
  return { position, text: toOfen({ ...position, moveNumber: 1 }) };
}

/** Pieces, side to move, rights and en passant. */
function repetitionText({ text }: Entry): string {
  return text.split(' ').slice(0, 4).join(' ');
}
