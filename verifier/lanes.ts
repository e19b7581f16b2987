/** How the lanes of states part and join: those that go to the same place go on together. */
import { elementAt } from '#basics';
import { Memory } from './memory.ts';
import type { State } from './state.ts';
import { Lanes, type Part, type Value, type Values } from './values.ts';

/** A state in some of its lanes. */
export function picked(values: Values, state: State, part: Part): State {
  if (part.lanes.length === state.lanes) return state;
  const pick = (value: Value): Value => values.picked(value, part);
  return {
    ...state,
    registers: state.registers.map(pick),
    memory: state.memory.mapLanes(pick),
    lanes: part.lanes.length,
  };
}

/** A state in the first of all lanes that hold the same bytes. */
export function distinct(values: Values, state: State): State {
  const all = [...state.registers.filter((value) => value instanceof Lanes), ...state.memory.lanes];
  const seen = new Set<string>();
  const parts = values.parts(state.lanes, 'distinct', all, (lane) => {
    const text = all.map(({ bytes }) => bytes[lane]).join();
    return seen.size === seen.add(text).size ? 1 : 0;
  });
  const firsts = parts.get(0);
  return firsts === undefined ? state : picked(values, state, firsts);
}

/** Groups of what has the same text. */
export function alike<T>(all: readonly T[], textOf: (each: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const each of all) {
    const text = textOf(each);
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

/** States that differ in nothing but what is known in each lane, as one with the lanes of all. */
export function joined(values: Values, states: readonly State[]): State {
  const first = elementAt(states, 0);
  if (states.length === 1) return first;
  const lanes = states.map((state) => state.lanes);
  const joint = (all: readonly Value[]): Value => values.joined(all, lanes);
  return {
    ...first,
    registers: first.registers.map((_, place) => joint(states.map(({ registers }) => elementAt(registers, place)))),
    memory: Memory.joined(
      states.map(({ memory }) => memory),
      joint,
    ),
    lanes: lanes.reduce((sum, each) => sum + each, 0),
  };
}
