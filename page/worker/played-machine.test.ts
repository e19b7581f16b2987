/** The machine of a page, with a clock that the test winds. */
import { describe, expect, it } from 'vitest';
import { CYCLES_PER_FRAME, romBytes } from '#isa';
import { octadAssembly } from '#test/octad/octad-game.ts';
import { namesOf, playedDeclarations, type PageProgram } from '#page';
import type { FromMachine } from '#page/protocol';
import { PlayedMachine, type WorkerHost } from './played-machine.ts';

/** Milliseconds after which Octad is ready for a move. */
const START_MS = 2500;

const info = octadAssembly().debugInfo;
const OCTAD: PageProgram = {
  title: 'Octad',
  keys: 'pad',
  ramKib: 32,
  declarations: playedDeclarations(info),
  names: namesOf(info),
  rom: new Uint8Array(octadAssembly().rom()),
  state: '',
};

/** A page: what its machine has said, and time that passes when the test says so. */
class Visit implements WorkerHost {
  readonly said: FromMachine[] = [];
  private time = 0;
  private task: { readonly at: number; readonly run: () => void } | undefined;
  readonly machine: PlayedMachine;

  constructor(program = OCTAD) {
    this.machine = new PlayedMachine(program, this);
  }

  // Each look at the clock takes a little, as on a real host.
  now(): number {
    return (this.time += 0.01);
  }
  later(run: () => void, delay: number): () => void {
    this.task = { at: this.time + delay, run };
    return () => (this.task = undefined);
  }
  post(message: FromMachine): void {
    this.said.push(message);
  }

  pass(milliseconds: number): void {
    for (const end = this.time + milliseconds; this.time < end; this.time += 1) {
      const due = this.task !== undefined && this.task.at <= this.time ? this.task : undefined;
      if (due === undefined) continue;
      this.task = undefined;
      due.run();
    }
  }

  last<T extends FromMachine['type']>(type: T): Extract<FromMachine, { type: T }> | undefined {
    return this.said.findLast((message): message is Extract<FromMachine, { type: T }> => message.type === type);
  }
  get cycle(): number {
    return this.last('screen')?.picture.cycle ?? NaN;
  }
  pieceOn(name: string): string | undefined {
    return this.last('play')?.play.tables.board?.squares.find((square) => square.name === name)?.piece?.kind;
  }
}

describe('the machine of a page', () => {
  it('runs in real time, and sends about sixty pictures a second', () => {
    const visit = new Visit();
    visit.pass(1000);
    expect(visit.cycle).toBeGreaterThan(5_900_000);
    expect(visit.cycle).toBeLessThan(6_500_000);
    const pictures = visit.said.filter(({ type }) => type === 'screen').length;
    expect(pictures).toBeGreaterThan(50);
    expect(pictures).toBeLessThan(65);
  });

  it('says each second how it has run', () => {
    const visit = new Visit();
    visit.pass(400);
    expect(visit.last('figures')).toBeUndefined();
    visit.pass(2000);
    const { speed = NaN, pictures = NaN, busy = NaN } = visit.last('figures')?.figures ?? {};
    expect(speed).toBeCloseTo(1, 1);
    expect(pictures).toBeGreaterThan(50);
    expect(busy).toBeLessThan(1);
  });

  it('stops, goes on by a frame, and begins again', () => {
    const visit = new Visit();
    visit.pass(500);
    visit.machine.receive({ type: 'run', on: false });
    const { cycle } = visit;
    visit.pass(500);
    expect(visit.cycle).toBe(cycle);
    visit.machine.receive({ type: 'frame' });
    expect(visit.cycle).toBe(cycle + CYCLES_PER_FRAME);
    visit.machine.receive({ type: 'reset' });
    expect(visit.cycle).toBe(0);
    visit.pass(100);
    expect(visit.cycle).toBeGreaterThan(0);
  });

  it('gives its state, goes back to it, and begins with it in another page', () => {
    const visit = new Visit();
    visit.pass(700);
    visit.machine.receive({ type: 'run', on: false });
    visit.machine.receive({ type: 'save', to: 'browser' });
    visit.machine.receive({ type: 'save', to: 'file' });
    const states = visit.said.filter((message) => message.type === 'state');
    expect(states.map(({ to }) => to)).toEqual(['browser', 'file']);
    const [state = '', { cycle }] = [visit.last('state')?.text, visit];
    visit.machine.receive({ type: 'frame' });
    visit.machine.receive({ type: 'load', text: state });
    expect(visit.cycle).toBe(cycle);
    const next = new Visit({ ...OCTAD, state });
    expect(next.cycle).toBe(cycle);
    next.pass(100);
    expect(next.cycle).toBeGreaterThan(cycle);
  });

  it.each([
    ['nothing', 'This state cannot be loaded: it is not a JSON document.'],
    ['of another program', 'This state cannot be loaded: it belongs to another program.'],
  ])('refuses a state that is %s', (what, sentence) => {
    const other = new Visit({ ...OCTAD, rom: romBytes(new Uint16Array(65_536)), declarations: null });
    other.machine.receive({ type: 'save', to: 'file' });
    const visit = new Visit();
    visit.machine.receive({ type: 'load', text: what === 'nothing' ? '' : (other.last('state')?.text ?? '') });
    expect(visit.last('failed')?.message).toBe(sentence);
  });

  it('plays a move by two clicks on squares, of which one waits', () => {
    const visit = new Visit();
    visit.pass(START_MS);
    visit.machine.receive({ type: 'square', name: 'c1' });
    visit.machine.receive({ type: 'square', name: 'c2' });
    visit.pass(1000);
    expect([visit.pieceOn('c1'), visit.pieceOn('c2')]).toEqual([undefined, 'pawn']);
    expect(visit.last('failed')).toBeUndefined();
  });

  it('says that the machine thinks instead of disturbing it', () => {
    const visit = new Visit();
    visit.pass(START_MS);
    for (const name of ['c1', 'c2']) visit.machine.receive({ type: 'square', name });
    for (let wait = 0; visit.last('play')?.play.thinking !== true && wait < 100; wait++) visit.pass(20);
    visit.machine.receive({ type: 'square', name: 'a1' });
    visit.pass(100);
    expect(visit.last('failed')?.message).toMatch(/^The machine is thinking/);
  });

  it('changes the level by the key that the program declares', () => {
    const visit = new Visit();
    visit.pass(START_MS);
    const before = visit.last('play')?.play.level;
    visit.machine.receive({ type: 'level', level: 1 });
    visit.pass(500);
    expect(before).toEqual({ level: 5, entered: 'next', from: 0, names: [] });
    expect(visit.last('play')?.play.level?.level).not.toBe(5);
  });

  it('names keys that the keyboard does not have', () => {
    const visit = new Visit();
    visit.machine.receive({ type: 'type', keys: ['a', 'ä', 'ä', '→'] });
    visit.pass(100);
    expect(visit.last('failed')?.message).toBe("The machine's keyboard has no key for “ä→”.");
  });

  it('says where it is and what is in its variables while the panel is open', () => {
    const visit = new Visit();
    visit.pass(START_MS);
    expect(visit.last('inside')).toBeUndefined();
    visit.machine.receive({ type: 'look', on: true });
    const inside = visit.last('inside')?.inside;
    expect(inside?.place).toMatch(/\S+ · \S+\.gtasm:\d+$/);
    expect(inside?.variables.find(([name]) => name === 'level')).toEqual(['level', '$05']);
    expect(inside?.registers.map(([name]) => name)).toEqual(['pc', 'ac', 'x', 'y', 'out', 'outx', 'cycle']);
  });
});
