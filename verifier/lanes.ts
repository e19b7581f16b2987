/**
 * Lanes that part: at a branch or a jump, those of a state that go to the same place go on together.
 *
 * A lane is a time check and a number of cycles that are left when it leaves for the handler.
 */
import { elementAt } from '#basics';
import type { Memories } from './memory.ts';
import type { State } from './state.ts';
import { byteIn, Bytes, Lanes, type Value, type Values } from './values.ts';

/** Some of the lanes, and the number that they have in common. */
export interface Part {
  readonly id: number;
  readonly target: number;
  readonly lanes: number[];
}

export class LaneParts {
  private readonly parts = new Map<string, readonly Part[]>();
  private partCount = 0;

  constructor(
    private readonly values: Values,
    private readonly memories: Memories,
  ) {}

  /** The lanes by a number that a function of values gives; computed once for a key that names these values. */
  divide(state: State, key: string, targetOf: (lane: number) => number): readonly Part[] {
    const whole = `${key} ${state.lanes}`;
    let parts = this.parts.get(whole);
    if (parts === undefined) {
      const byTarget = new Map<number, Part>();
      for (let lane = 0; lane < state.lanes; lane++) {
        const target = targetOf(lane);
        const part = byTarget.get(target) ?? { id: this.partCount++, target, lanes: [] };
        byTarget.set(target, part);
        part.lanes.push(lane);
      }
      this.parts.set(whole, (parts = [...byTarget.values()]));
    }
    return parts;
  }

  /** The state without lanes that otherwise equals `state`. */
  distinct(state: State): State {
    const values = [...state.registers, ...state.memory.bytes.values()].filter((value) => value instanceof Lanes);
    const seen = new Set<string>();
    const parts = this.divide(state, `distinct ${values.map(({ id }) => id).join()}`, (lane) => {
      const text = values.map((value) => byteIn(value, lane)).join();
      return seen.size === seen.add(text).size ? 1 : 0;
    });
    return this.pick(state, elementAt(parts, 0));
  }

  pick(state: State, { id, lanes }: Pick<Part, 'id' | 'lanes'>): State {
    if (lanes.length === state.lanes) return state;
    const { values } = this;
    const picked = (value: Value): Value =>
      value instanceof Bytes
        ? value
        : values.once('pick', value.id, id, () =>
            values.lanes(lanes.length, (lane) => byteIn(value, lanes[lane] ?? 0)),
          );
    const memory = this.memories.of([...state.memory.bytes].map(([index, value]) => [index, picked(value)]));
    return { ...state, registers: state.registers.map(picked), memory, lanes: lanes.length };
  }
}
