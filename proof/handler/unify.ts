/**
 * Gives the states of several ways in a common form, so that they are followed further as one.
 *
 * Some numbers of the check are known on each way in: the page at a trampoline, all but the cycles left at the exit of
 * a short check. A byte that is the page plus 1 on each of them is kept as that form. A byte that has nothing in common
 * for many short checks, such as the number of the check, may be any of its values.
 */
import type { HandlerValue, Form } from './values.ts';
import { forked, type State } from './state.ts';
import type { Tools } from './tools.ts';

/** Numbers of the check that are known on a way in. */
export interface KnownNumbers {
  readonly page: number;
  /** Low byte of the check's origin. */
  readonly low: number | undefined;
  readonly charge: number | undefined;
}

/** A state, and the numbers that are known on its way. */
export interface Arrived {
  readonly known: KnownNumbers;
  readonly state: State;
}

/** Offsets of the low byte at which the program goes on, from that of the check: the handler still adds 5, or not. */
const RESUME_OFFSETS: ReadonlySet<number> = new Set([0, 5]);

/** Up to this many short checks keep their own values if these have nothing in common. */
const FEW = 8;

/** The states, in the same order. */
export function unified(tools: Tools, arrived: readonly Arrived[]): readonly State[] {
  const { pages } = tools;
  const together = new Together(tools, arrived);
  const [acs, xs, ys] = [together.of(({ ac }) => ac), together.of(({ x }) => x), together.of(({ y }) => y)];
  const bytes = new Set(arrived.flatMap(({ state }) => pages.entriesOf(state.zero).map(([byte]) => byte)));
  const zeros = [...bytes].map((byte) => [byte, together.of(({ zero }) => pages.valueAt(zero, byte))] as const);
  return arrived.map(({ state }, index) => {
    const changes = zeros.flatMap(([byte, values]) => {
      const value = values[index];
      return value === undefined ? [] : [[byte, value] as const];
    });
    const { ac, x, y } = state;
    const zero = pages.of(changes, state.zero);
    return forked(state, { ac: acs[index] ?? ac, x: xs[index] ?? x, y: ys[index] ?? y, zero });
  });
}

/** Finds a common form of what several states hold in one place. */
class Together {
  constructor(
    private readonly tools: Tools,
    private readonly arrived: readonly Arrived[],
  ) {}

  /** What each state holds in a place, in the form that all share if there is one; undefined if nothing was stored. */
  of(read: (state: State) => HandlerValue | undefined): readonly (HandlerValue | undefined)[] {
    const { arrived } = this;
    const held = arrived.map(({ state }) => read(state));
    if (held.some((value) => value === undefined)) return held;
    const values = held as readonly HandlerValue[];
    const common = this.candidates(values).find((form) =>
      arrived.every(({ known }, index) => this.filledIn(form, known) === this.filledIn(values[index]!, known)),
    );
    return common === undefined ? this.joined(values) : values.map(() => common);
  }

  /** Forms of what the first state holds that may be true of all, the likelier first. */
  private candidates(values: readonly HandlerValue[]): readonly HandlerValue[] {
    const { arrived, tools } = this;
    // A trampoline shows more of how a byte is computed than an exit, where nearly everything is a constant.
    const first = Math.max(
      0,
      arrived.findIndex(({ known }) => known.low === undefined),
    );
    const [value, known] = [values[first], arrived[first]?.known];
    if (value?.kind !== 'form' || known === undefined) return value === undefined ? [] : [value];
    const formOf = (changes: Partial<Form>): HandlerValue => tools.values.form({ ...value, ...changes });
    const { constant } = value;
    const candidates: HandlerValue[] = [value, formOf({ constant: constant - known.page, page: value.page + 1 })];
    if (known.low !== undefined) {
      const offset = (constant - known.low) & 0xff;
      const ofLow = formOf({ constant: offset, low: value.low + 1 });
      if (value.left === 0 && RESUME_OFFSETS.has(offset)) candidates.unshift(ofLow);
      else candidates.push(ofLow);
    }
    if (known.charge !== undefined) candidates.push(formOf({ constant: constant + known.charge, charge: -1 }));
    return candidates;
  }

  private filledIn(value: HandlerValue, { page, low, charge }: KnownNumbers): HandlerValue {
    if (value.kind !== 'form') return value;
    const filled = { ...value, constant: value.constant + value.page * page, page: 0 };
    if (low !== undefined) Object.assign(filled, { constant: filled.constant + value.low * low, low: 0 });
    if (charge !== undefined) Object.assign(filled, { constant: filled.constant + value.charge * charge, charge: 0 });
    return this.tools.values.form(filled);
  }

  /** The values without a common form: many short checks may hold any of theirs; few, and trampolines, keep theirs. */
  private joined(values: readonly HandlerValue[]): readonly HandlerValue[] {
    const ofShort = values.filter((_, index) => this.arrived[index]?.known.low !== undefined);
    const [first, ...others] = ofShort;
    if (first === undefined || ofShort.length <= FEW) return values;
    const all = others.reduce((joined, value) => this.tools.values.join(joined, value), first);
    return values.map((value, index) => (this.arrived[index]?.known.low === undefined ? value : all));
  }
}
