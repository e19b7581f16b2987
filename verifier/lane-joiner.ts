/** Steps of the handler with their lanes, and how those that come to the same word become one. */
import { elementAt } from '#basics';
import type { Memories } from './memory.ts';
import type { Trail } from './refusal.ts';
import type { State } from './state.ts';
import { byteIn, Bytes, isKnown, Lanes, type Value, type Values } from './values.ts';

export interface Step extends Trail {
  readonly state: State;
  /** Cycles since the first word of the check, or since the fall of hSync. */
  readonly time: number;
  /** Rises of hSync since vSync fell; -1 before that. */
  readonly lines: number;
  /** The listed line from which this comes, and rises of hSync since it, as long as vSync has not fallen. */
  readonly origin: number;
  readonly waited: number;
}

/** What tells steps apart. @param nameOf what stands for a value */
export function textOf({ state, lines, origin, waited }: Step, nameOf: (value: Value) => string | number): string {
  const { address, next, registers, memory, copied, constants, nextConstants } = state;
  const bytes = [...memory.bytes].sort(([a], [b]) => a - b).map(([index, value]) => `${index}=${nameOf(value)}`);
  const line = lines === -1 ? `${origin} ${waited}` : lines;
  return `${address} ${next} ${registers.map(nameOf).join()} ${bytes.join()} ${copied} ${constants?.id} ${nextConstants?.id} ${line}`;
}

export class LaneJoiner {
  constructor(
    private readonly values: Values,
    private readonly memories: Memories,
  ) {}

  /**
   * Steps that differ in nothing but their lanes as one. On the way in, a byte that is known becomes one a lane; within
   * a line, only what is one a lane already.
   */
  joined(steps: readonly Step[], isWayIn: boolean): readonly Step[] {
    const places = new Map<number, Step[]>();
    for (const step of steps) {
      const there = places.get(step.address);
      if (there === undefined) places.set(step.address, [step]);
      else there.push(step);
    }
    if (places.size === steps.length) return steps;
    return [...places.values()].flatMap((here) => (here.length === 1 ? here : this.joinedHere(here, isWayIn)));
  }

  private joinedHere(steps: readonly Step[], isWayIn: boolean): readonly Step[] {
    const groups = new Map<string, Map<string, Step>>();
    for (const step of steps) {
      const text = textOf(step, (value) => ((isWayIn ? isKnown(value) : value instanceof Lanes) ? 'lanes' : value.id));
      const group = groups.get(text) ?? new Map<string, Step>();
      groups.set(text, group.set(`${textOf(step, ({ id }) => id)} ${step.state.lanes}`, step));
    }
    return [...groups.values()].map((group) => this.join([...group.values()]));
  }

  private join(steps: readonly Step[]): Step {
    const first = elementAt(steps, 0);
    if (steps.length === 1) return first;
    const { values, memories } = this;
    const lanes = steps.reduce((sum, { state }) => sum + state.lanes, 0);
    const joint = (read: (state: State) => Value): Value => {
      const parts = steps.map(({ state }) => ({ value: read(state), lanes: state.lanes }));
      const { value } = elementAt(parts, 0);
      if (value instanceof Bytes && parts.every((part) => part.value === value)) return value;
      return values.once(`join ${parts.map((part) => `${part.value.id} ${part.lanes}`).join()}`, 0, 0, () => {
        const bytes = parts.flatMap((part) =>
          Array.from({ length: part.lanes }, (_, lane) => byteIn(part.value, lane)),
        );
        return values.lanes(lanes, (lane) => bytes[lane] ?? 0);
      });
    };
    const registers = first.state.registers.map((_, place) => joint((state) => elementAt(state.registers, place)));
    const bytes = [...first.state.memory.bytes.keys()].map(
      (index) => [index, joint(({ memory }) => memories.byteAt(memory, index))] as const,
    );
    return {
      ...first,
      state: { ...first.state, registers, memory: memories.of(bytes), lanes },
    };
  }
}
