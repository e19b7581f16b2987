import { describe, expect, it } from 'vitest';
import { createMachine, SteadyPad, type PadButton } from '#emulator';
import { CYCLES_PER_FRAME, ROM_WORDS } from '#isa';

/** A pad, with the states that its machine gets and the frames in which it gets them. */
function pad(): { pad: SteadyPad; seen: [number, readonly PadButton[]][]; frames: (count: number) => void } {
  const machine = createMachine(new Uint16Array(ROM_WORDS));
  const seen: [number, readonly PadButton[]][] = [];
  const input = Object.assign(machine.input, {
    setPad: (buttons: readonly PadButton[]) => seen.push([Math.round(machine.cycle / CYCLES_PER_FRAME), buttons]),
  });
  const made = new SteadyPad(() => ({ cycle: machine.cycle, input }));
  const frames = (count: number): void => {
    for (const end = machine.cycle + count * CYCLES_PER_FRAME; machine.cycle < end;)
      machine.run(Math.min(end - machine.cycle, made.settle()));
    made.settle();
  };
  return { pad: made, seen, frames };
}

describe('a steady pad', () => {
  it('passes a change on at once', () => {
    const { pad: made, seen } = pad();
    made.set(['a']);
    expect(seen).toEqual([[0, ['a']]]);
  });

  it('lets a tap last for two frames, and keeps what comes meanwhile', () => {
    const { pad: made, seen, frames } = pad();
    for (const buttons of [['a'], [], ['b'], []] as const) made.set(buttons);
    frames(10);
    expect(seen).toEqual([
      [0, ['a']],
      [2, []],
      [4, ['b']],
      [6, []],
    ]);
  });

  it('does not wait after a pause', () => {
    const { pad: made, seen, frames } = pad();
    made.set(['a']);
    frames(5);
    made.set([]);
    expect(seen.at(-1)).toEqual([5, []]);
  });

  it('does at once what waits when the machine stands still', () => {
    const { pad: made, seen, frames } = pad();
    for (const buttons of [['a'], [], ['b']] as const) made.set(buttons);
    made.finish();
    frames(10);
    expect(seen).toEqual([
      [0, ['a']],
      [0, ['b']],
    ]);
  });
});
