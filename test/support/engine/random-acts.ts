/**
 * A person who does anything to the engine: plays well or badly, mashes buttons and keys, sends bytes that no pad
 * sends, and uses the mailbox, sensibly or not.
 */
import { expect } from 'vitest';
import { PAD_BUTTONS, type PadButton } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import { lacksSlots, Referee } from './referee.ts';
import { bootedEngine } from './engine-fixture.ts';
import { randomNumbers, oneOf, below } from './reference-game.ts';
import { beginPerft } from './searching.ts';

const KEYS = [
  ...'aabbccddeeffgghh1122334455667788qrbnktnsfmoiyPNBRQKpnbrqk/wwcceexi /?~-vl,,..',
  ...['Enter', 'Enter', 'Escape', 'Backspace', 'Backspace', 'Tab', 'F1', 'F12', 'Ctrl-C', 'PageDown', 'Home', 'End'],
];
const ARROWS = ['up', 'down', 'left', 'right'] as const;
/** Bytes of the mailbox that a driver writes, with their largest index. */
const MAILBOX = [
  ['position', 63],
  ['position', 63],
  ['positionSide', 0],
  ['positionCastling', 0],
  ['positionPassant', 0],
  ['positionQuiet', 0],
  ['darkBoard', 0],
] as const;

/** One act on a waiting engine; it may leave it at work. `random` gives numbers 0..1. */
type Act = (referee: Referee, random: () => number) => void;

/** Presses a button for two frames, and releases it for two. */
function tap(referee: Referee, button: PadButton): void {
  for (const held of [[button], []]) {
    referee.engine.machine.input.setPad(held);
    referee.run(2 * CYCLES_PER_FRAME);
  }
}

function typeKeys(referee: Referee, keys: readonly string[]): void {
  for (const key of keys) referee.engine.machine.input.typeKey(key);
  referee.run(6 * keys.length * CYCLES_PER_FRAME);
}

/** Presses buttons for a few frames, without waiting for what they do. */
const mashPad: Act = (referee, random) => {
  const { input } = referee.engine.machine;
  input.setController(random() < 0.8 ? 'B' : 'C');
  for (let count = 1 + below(random, 8); count > 0; count--) {
    const held = PAD_BUTTONS.filter(() => random() < 0.2);
    input.setPad(random() < 0.6 ? [oneOf(random, PAD_BUTTONS)] : held);
    referee.run((1 + below(random, random() < 0.1 ? 60 : 4)) * CYCLES_PER_FRAME);
    if (random() < 0.7) input.setPad([]);
    referee.run((1 + below(random, 3)) * CYCLES_PER_FRAME);
  }
  input.setPad([]);
};

/** Moves the cursor and takes or puts down what is there. */
const wander: Act = (referee, random) => {
  for (let count = 1 + below(random, 8); count > 0; count--) {
    tap(referee, random() < 0.7 ? oneOf(random, ARROWS) : 'a');
    if (random() < 0.5) referee.settle();
  }
};

const mashKeys: Act = (referee, random) => {
  const keys = Array.from({ length: 1 + below(random, 12) }, () => oneOf(random, KEYS));
  typeKeys(referee, keys);
};

/** Types all or part of a position's FEN into the set-up, then plays it or presses some key. */
const typeFen: Act = (referee, random) => {
  const fen = referee.game?.chess.fen() ?? '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1';
  const typed = random() < 0.7 ? fen : fen.slice(0, below(random, fen.length));
  typeKeys(referee, ['s', 'x', ...typed, random() < 0.7 ? 'Enter' : oneOf(random, KEYS)]);
};

/** Ends a set-up, by playing or cancelling; in a game this has no effect. */
const leaveSetUp: Act = (referee, random) => typeKeys(referee, [random() < 0.5 ? 'Enter' : 'Escape']);

/** Bytes on the input port as from a broken cable. */
const noise: Act = (referee, random) => {
  const { input } = referee.engine.machine;
  for (let count = 1 + below(random, 6); count > 0; count--) {
    input.setRaw(below(random, 256));
    referee.run((1 + below(random, 3)) * CYCLES_PER_FRAME);
  }
  input.setRaw(undefined);
};

const typeMove: Act = (referee, random) => {
  const moves = referee.game?.chess.moves({ verbose: true }) ?? [];
  if (moves.length === 0) return;
  typeKeys(referee, [...oneOf(random, moves).lan]);
};

const takeBack: Act = (referee, random) => {
  for (let count = 1 + below(random, random() < 0.1 ? 40 : 3); count > 0; count--) {
    tap(referee, 'b');
    referee.settle();
  }
};

/** Lets the machine play, and then just waits, so that it ponders. */
const wait: Act = (referee, random) => {
  const { engine } = referee;
  engine.write('machineSides', 1 + below(random, 2));
  engine.write('level', below(random, 4));
  engine.write('darkBoard', engine.symbol('PONDERS') + below(random, 4));
  referee.run((3 + below(random, 6)) * 60 * CYCLES_PER_FRAME);
  if (random() < 0.5) engine.write('machineSides', 0);
};

/** A position as a host writes it: all its bytes, then the command. Some can be played. */
const setUp: Act = (referee, random) => {
  const { engine } = referee;
  const pieces = random() < 0.5 ? 8 : 24;
  const codes = Array.from({ length: 64 }, () => (random() < pieces / 64 ? 4 + below(random, 10) : 0));
  if (random() < 0.1) codes[below(random, 64)] = below(random, 256);
  if (random() < 0.9) {
    codes[below(random, 32)] = engine.symbol('CODE_KING');
    codes[32 + below(random, 32)] = engine.symbol('CODE_KING') + 1;
  }
  const pawn = engine.symbol('CODE_PAWN');
  for (const [index, code] of codes.entries()) {
    const misplaced = (code & ~1) === pawn && (index < 8 || index >= 56) && random() < 0.95;
    engine.write('position', misplaced ? 0 : code, index);
  }
  engine.write('positionSide', below(random, random() < 0.9 ? 2 : 256));
  engine.write('positionCastling', below(random, random() < 0.9 ? 16 : 256));
  engine.write('positionPassant', random() < 0.5 ? 0 : below(random, 256));
  engine.write('positionQuiet', below(random, random() < 0.9 ? 40 : 256));
  engine.begin('COMMAND_SET_UP');
  referee.distrust(); // until the command is carried out: the engine may be at work on another position
};

/** Writes bytes of the position without a command, now or while the engine is at work. */
const overwrite: Act = (referee, random) => {
  for (let count = 1 + below(random, 6); count > 0; count--) {
    const [name, last] = oneOf(random, MAILBOX);
    referee.engine.write(name, below(random, 256), below(random, last + 1));
    referee.distrust();
    referee.run(below(random, 3 * CYCLES_PER_FRAME));
  }
};

/** Any command except an endless search. */
const command: Act = ({ engine }, random) => {
  engine.write('perftDepth', oneOf(random, [0, 1, 1, 2, 33, 255]));
  engine.write('command', random() < 0.5 ? engine.symbol('COMMAND_PERFT') : below(random, 256));
};

/** Legal moves, counted by the engine's search and by the library. */
const count: Act = (referee) => {
  const { engine } = referee;
  beginPerft(engine, 1);
  referee.settle();
  const { game } = referee; // a position that was being set up by hand is played first
  if (game === undefined || lacksSlots(game)) return;
  expect([engine.refusal()?.code, engine.nodes()]).toEqual([undefined, game.chess.moves().length]);
};

const ACTS = {
  ...{ typeMove, takeBack, wander, wait, count, mashPad, mashKeys, noise },
  ...{ setUp, typeFen, leaveSetUp, overwrite, command },
};

/** Weights of acts for each kind of person: the player, the masher, and the careless user of the mailbox. */
const TEMPERS: readonly Readonly<Partial<Record<keyof typeof ACTS, number>>>[] = [
  { typeMove: 20, wait: 2, wander: 6, takeBack: 3, mashPad: 1, count: 2 },
  {
    ...{ mashPad: 5, mashKeys: 5, wait: 1, wander: 4, typeMove: 4, takeBack: 1, noise: 1 },
    ...{ setUp: 1, typeFen: 2, leaveSetUp: 4 },
  },
  {
    ...{ setUp: 6, overwrite: 4, command: 3, mashPad: 3, mashKeys: 3, noise: 2, wander: 3 },
    ...{ typeFen: 1, leaveSetUp: 3, typeMove: 6, wait: 1, takeBack: 1, count: 2 },
  },
];

/** Does something, and waits until the engine has finished with it. */
function actAtRandom(referee: Referee, temper: number, random: () => number): void {
  const acts = Object.entries(TEMPERS[temper % TEMPERS.length]!) as [keyof typeof ACTS, number][];
  let rest = random() * acts.reduce((sum, [, weight]) => sum + weight, 0);
  const [act] = acts.find(([, weight]) => (rest -= weight) < 0) ?? acts[0]!;
  ACTS[act](referee, random);
  if (random() < 0.9) referee.settle();
}

/** Acts between two comparisons of all tables with the oracle. */
const ACTS_PER_COMPARISON = 5;

/**
 * Plays for this many cycles; throws if anything is wrong.
 * @param seed of power-on and of the acts; its remainder by the number of tempers says who acts
 * @returns positions compared
 */
export function playAtRandom(seed: number, cycles: number): number {
  const referee = new Referee(bootedEngine({ seed }));
  const { machine } = referee.engine;
  const random = randomNumbers(seed);
  for (let acts = 1; machine.cycle < cycles; acts++) {
    actAtRandom(referee, seed, random);
    if (acts % ACTS_PER_COMPARISON === 0) {
      referee.settle();
      referee.compareTables();
      referee.comparePanel();
    }
  }
  return referee.compared;
}
