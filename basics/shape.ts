/**
 * Shapes: checks of the JSON that a client sends, with the TypeScript type of a valid one.
 *
 * A request's arguments come from outside and may be anything; each request declares a shape, the
 * session checks it once, and handlers work with typed values. A wrong value is answered with a
 * sentence that names the property, never with a throw. What a shape does not name is ignored, as the
 * protocol requires.
 */
import { failure, isFailure, type Failure, type Result } from './result.ts';

/** Checks `value`; in messages, `name` says where it is, such as `source.path`. A failure is a clause. */
export type Shape<T> = (value: unknown, name: string) => Result<T>;
/** The type that a shape lets through. */
export type Of<S> = S extends Shape<infer T> ? T : never;

/** @param expected ends the clause */
export const mismatch = (name: string, expected: string): Failure => failure(`"${name}" must be ${expected}`);

export const string: Shape<string> = (value, name) => (typeof value === 'string' ? value : mismatch(name, 'a string'));
export const boolean: Shape<boolean> = (value, name) =>
  typeof value === 'boolean' ? value : mismatch(name, 'true or false');
export const number: Shape<number> = (value, name) =>
  typeof value === 'number' && Number.isFinite(value) ? value : mismatch(name, 'a number');
/** An integer within ±2^53. */
export const integer: Shape<number> = (value, name) =>
  Number.isSafeInteger(value) ? (value as number) : mismatch(name, 'an integer');
/** An integer from 0. */
export const count: Shape<number> = (value, name) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : mismatch(name, 'an integer from 0');

/** An integer from `first` to `last`, such as an address; it also fits where a number with a unit is asked for. */
export function upTo(last: number, first = 0): Shape<number> {
  return (value, name) =>
    Number.isInteger(value) && (value as number) >= first && (value as number) <= last
      ? (value as number)
      : mismatch(name, `an integer from ${first} to ${last}`);
}

/** A property that may be absent (or null, which some clients send for absent). */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, name) => (value === undefined || value === null ? undefined : shape(value, name));
}

/** A value that must be there, where its shape alone would take an absent one for empty. */
export function present<T>(shape: Shape<T>): Shape<T> {
  return (value, name) => (value === undefined || value === null ? mismatch(name, 'given') : shape(value, name));
}

export function oneOf<const T extends string | number>(...words: readonly T[]): Shape<T> {
  return (value, name) =>
    words.includes(value as T)
      ? (value as T)
      : mismatch(name, `one of ${words.map((word) => JSON.stringify(word)).join(', ')}`);
}

/** One of a few shapes, tried in order; `expected` finishes the sentence "must be …". */
export function either<A, B>(first: Shape<A>, second: Shape<B>, expected: string): Shape<A | B> {
  return (value, name) => {
    const one = first(value, name);
    if (!isFailure(one)) return one;
    const other = second(value, name);
    return isFailure(other) ? mismatch(name, expected) : other;
  };
}

/** An array of one shape. @param most how many items there may be */
export function arrayOf<T>(shape: Shape<T>, most = Infinity): Shape<readonly T[]> {
  return (value, name) => {
    if (!Array.isArray(value)) return mismatch(name, 'an array');
    if (value.length > most) return mismatch(name, `an array of at most ${most}`);
    const result: T[] = [];
    for (const [index, item] of value.entries()) {
      const checked = shape(item, `${name}[${index}]`);
      if (isFailure(checked)) return checked;
      result.push(checked);
    }
    return result;
  };
}

/** An array with a shape for each place. */
export function tuple<const T extends readonly Shape<unknown>[]>(...shapes: T): Shape<{ [K in keyof T]: Of<T[K]> }> {
  return (value, name) => {
    if (!Array.isArray(value) || value.length !== shapes.length) return mismatch(name, `an array of ${shapes.length}`);
    const items = shapes.map((shape, place) => shape(value[place], `${name}[${place}]`));
    return items.find(isFailure) ?? (items as { [K in keyof T]: Of<T[K]> });
  };
}

/** A mapping from any names to one shape. */
export function recordOf<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (value, name) => {
    if (!isObject(value)) return mismatch(name, 'an object');
    const entries: [string, T][] = [];
    for (const [key, item] of Object.entries(value)) {
      const checked = shape(item, `${name}.${key}`);
      if (isFailure(checked)) return checked;
      entries.push([key, checked]);
    }
    return Object.fromEntries(entries);
  };
}

type ObjectOf<F> = { readonly [K in keyof F]: Of<F[K]> };

/** An object with the named properties; an absent object counts as an empty one. */
export function object<F extends Readonly<Record<string, Shape<unknown>>>>(fields: F): Shape<ObjectOf<F>> {
  return (value, name) => {
    if (value !== undefined && value !== null && !isObject(value)) return mismatch(name, 'an object');
    const source = (value ?? {}) as Readonly<Record<string, unknown>>;
    const result: Record<string, unknown> = {};
    for (const [key, shape] of Object.entries(fields)) {
      const checked = shape(source[key], name === '' ? key : `${name}.${key}`);
      if (isFailure(checked)) return checked;
      result[key] = checked;
    }
    return result as ObjectOf<F>;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
