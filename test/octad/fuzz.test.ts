/**
 * The Octad ROM in the hands of a person who does anything: random games, compared with the rules on the host, and
 * garbage in the mailbox, on the pad and on the keyboard.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OCTAD_START, octadEnd, octadMoves, octadPerft, octadPlay, octadStateBytes, toOfen } from '#chess';
import type { OctadPosition } from '#chess';
import { breakpointsAt, PAD_BUTTONS, type PadButton } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import { octadPerftCount, type OctadSession } from '#engine-driver';
import { good } from '#test/good.ts';
import { octadPosition } from '#test/chess/positions.ts';
import {
  octadGame,
  octadNewGame,
  octadPlayMove,
  type OctadResult,
  octadSession,
  octadTakeBack,
  squareBytes,
} from '#test/octad/octad-game.ts';
import { draws, forAll } from '#test/draws.ts';
import { randomFrom } from '#test/emulator/program.ts';

/** A position and the text that identifies it, without the move number. */
interface Entry {
  readonly position: OctadPosition;
  readonly text: string;
}

/**
 * A model of the game on the Octad ROM: which positions may appear on its board next. It follows the rules on the host,
 * which share nothing with the ROM.
 */
class OctadGameModel {
  /** How many moves have been followed. */
  played = 0;
  private entries: Entry[] = [entryOf(octadPosition(OCTAD_START))];

  begin(position: OctadPosition): void {
    this.entries = [entryOf(position)];
  }

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

  result(): OctadResult {
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

/** Frames that an action takes, half of them with the button held. */
const FRAMES = 16;
const RUNS = draws(3);
const PLIES = draws(40);

describe('the Octad ROM', () => {
  it('has the initial position in its mailbox at power-on', () => {
    const session = octadSession();
    expect(session.readBytes('octad', 74)).toEqual(octadStateBytes(octadPosition(OCTAD_START)));
  });

  it('counts and plays in random games as the rules on the host do, and takes back', { timeout: 3_600_000 }, () => {
    const [session, counting] = [octadSession(), octadSession()];
    const random = randomFrom(12345);
    const model = new OctadGameModel();
    good(octadNewGame(session));
    for (let ply = 0; ply < PLIES; ply++) {
      const { position } = model;
      const ofen = toOfen(position);
      expect(good(octadPerftCount(counting, ofen, 2)).nodes, ofen).toBe(octadPerft(position, 2));
      const moves = octadMoves(position);
      const isOver = model.result() !== 'none';
      good(isOver ? octadTakeBack(session) : octadPlayMove(session, moves[random(moves.length)]!));
      expect(model.follow(session)).toBeUndefined();
      if (isOver) good(octadNewGame(session));
      expect(model.follow(session)).toBeUndefined();
    }
  });

  it('plays on by the rules whatever is pressed, typed and commanded', { timeout: 3_600_000 }, () => {
    const session = octadSession();
    let played = 0;
    forAll(RUNS, [fc.array(action, { minLength: 10, maxLength: 40 })], (actions) => {
      const model = new OctadGameModel();
      good(octadNewGame(session));
      session.write('level', 1);
      for (const step of actions) {
        act(session, step);
        follow(session, model, FRAMES);
      }
      played += model.played;
    });
    expect(played).toBeGreaterThan(RUNS);
  });

  it('survives garbage in its mailbox without a fault of the picture, and then counts correctly', () => {
    const session = octadSession();
    const { machine } = session;
    const rubbish = fc.record({
      state: fc.uint8Array({ minLength: 74, maxLength: 74 }),
      side: fc.nat(255),
      command: fc.nat(255),
      depth: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 11, max: 255 })),
      quiet: fc.nat(255),
      move: fc.uint8Array({ minLength: 4, maxLength: 4 }),
      step: action,
    });
    forAll(3 * RUNS, [rubbish], ({ state, side, command, depth, quiet, move, step }) => {
      if (step.kind !== 'command') act(session, step);
      session.writeBytes('octad', [...state]);
      session.write('octadSide', side);
      session.write('quietPlies', quiet);
      session.write('perftDepth', depth);
      session.writeBytes('moveFrom', [...move]);
      session.write('command', command);
      for (let waits = 0; session.read('command') !== 0 || waits < 2; waits++) {
        expect(session.runUntilReady(100_000_000)).toBe(true);
        machine.run(1000);
      }
      expect(machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
    });
    expect(octadPerftCount(session, OCTAD_START, 3)).toMatchObject({ nodes: 630 });
  });
});

type Action =
  | { readonly kind: 'pad'; readonly buttons: PadButton[] }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'raw'; readonly byte: number }
  | { readonly kind: 'command'; readonly name: string; readonly from: number; readonly to: number };

/** Arrows and A most often, so that games make progress. */
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom<PadButton>('a', 'a', 'a', 'up', 'down', 'left', 'right', 'b', 'select', 'start')
      .map((button) => ({ kind: 'pad' as const, buttons: [button] })),
  },
  { weight: 1, arbitrary: fc.subarray([...PAD_BUTTONS]).map((buttons) => ({ kind: 'pad' as const, buttons })) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...'abcd1234tnmgpkTNMzQ?', 'Enter', 'Enter', 'Enter', 'Escape', 'Backspace')
      .map((key) => ({ kind: 'key' as const, key })),
  },
  { weight: 1, arbitrary: fc.nat(255).map((byte) => ({ kind: 'raw' as const, byte })) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      name: fc.constantFrom('MOVE', 'MOVE', 'MOVE', 'BACK', 'GO', 'NEW'),
      from: fc.nat(15),
      to: fc.nat(15),
    }),
  },
);

function act(session: OctadSession, step: Action): void {
  const { input } = session.machine;
  if (step.kind === 'pad') input.setPad(step.buttons);
  else if (step.kind === 'key') input.typeKey(step.key);
  else if (step.kind === 'raw') input.setRaw(step.byte);
  else {
    session.writeBytes('moveFrom', squareBytes(step.from));
    session.writeBytes('moveTo', squareBytes(step.to));
    session.write('movePromotion', 1 + (step.from & 3));
    session.write('perftDepth', 1 + (step.to & 1));
    session.begin(`COMMAND_${step.name}`);
  }
}

/** Runs some frames, comparing the position whenever the picture is drawn; then releases all buttons. */
function follow(session: OctadSession, model: OctadGameModel, frames: number): void {
  const { machine } = session;
  const breakpoints = breakpointsAt(session.symbol('drawBoard'));
  const end = machine.cycle + frames * CYCLES_PER_FRAME;
  for (const half of [end - (frames * CYCLES_PER_FRAME) / 2, end]) {
    while (machine.cycle < half)
      if (machine.run(half - machine.cycle, { breakpoints }).kind === 'breakpoint')
        expect(model.follow(session)).toBeUndefined();
    machine.input.setPad([]);
    machine.input.setRaw(undefined);
  }
}
