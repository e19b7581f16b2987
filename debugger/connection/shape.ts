/**
 * Shapes: checks of the JSON that a client sends, with the TypeScript type that a good one has.
 *
 * A request's arguments come from outside and may be anything; each request declares a shape, the
 * session checks it once, and handlers work with typed values. A wrong value is answered by a
 * sentence that names the property, never by a throw. What a shape does not name is ignored, as the
 * protocol demands.
 */

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly wrong: string };
/** Checks `value`; `name` says in messages where it stands, such as `source.path`. */
export type Shape<T> = (value: unknown, name: string) => Checked<T>;
/** The type that a shape lets through. */
export type Of<S> = S extends Shape<infer T> ? T : never;

const good = <T>(value: T): Checked<T> => ({ ok: true, value });
const bad = <T>(name: string, expected: string): Checked<T> => ({ ok: false, wrong: `"${name}" must be ${expected}` });

export const string: Shape<string> = (value, name) => (typeof value === 'string' ? good(value) : bad(name, 'a string'));
export const boolean: Shape<boolean> = (value, name) =>
  typeof value === 'boolean' ? good(value) : bad(name, 'true or false');
export const number: Shape<number> = (value, name) =>
  typeof value === 'number' && Number.isFinite(value) ? good(value) : bad(name, 'a number');
/** An integer within ±2^53. */
export const integer: Shape<number> = (value, name) =>
  Number.isSafeInteger(value) ? good(value as number) : bad(name, 'an integer');
/** An integer from 0. */
export const count: Shape<number> = (value, name) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? good(value as number) : bad(name, 'an integer from 0');

/** A property that may be absent (or null, which some clients send for absent). */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, name) => (value === undefined || value === null ? good(undefined) : shape(value, name));
}

/** One of a few strings. */
export function oneOf<const T extends string>(...words: readonly T[]): Shape<T> {
  return (value, name) =>
    words.includes(value as T) ? good(value as T) : bad(name, `one of ${words.map((word) => `"${word}"`).join(', ')}`);
}

/** One of a few shapes, tried in order; `expected` finishes the sentence "must be …". */
export function either<A, B>(first: Shape<A>, second: Shape<B>, expected: string): Shape<A | B> {
  return (value, name) => {
    const one = first(value, name);
    if (one.ok) return one;
    const other = second(value, name);
    return other.ok ? other : bad(name, expected);
  };
}

export function arrayOf<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value, name) => {
    if (!Array.isArray(value)) return bad(name, 'an array');
    const result: T[] = [];
    for (const [index, item] of value.entries()) {
      const checked = shape(item, `${name}[${index}]`);
      if (!checked.ok) return checked;
      result.push(checked.value);
    }
    return good(result);
  };
}

/** A mapping from any names to one shape. */
export function recordOf<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (value, name) => {
    if (!isObject(value)) return bad(name, 'an object');
    const entries: [string, T][] = [];
    for (const [key, item] of Object.entries(value)) {
      const checked = shape(item, `${name}.${key}`);
      if (!checked.ok) return checked;
      entries.push([key, checked.value]);
    }
    return good(Object.fromEntries(entries));
  };
}

type ObjectOf<F> = { readonly [K in keyof F]: Of<F[K]> };

/** An object with the named properties; an absent object counts as an empty one. */
export function object<F extends Readonly<Record<string, Shape<unknown>>>>(fields: F): Shape<ObjectOf<F>> {
  return (value, name) => {
    if (value !== undefined && value !== null && !isObject(value)) return bad(name, 'an object');
    const source = (value ?? {}) as Readonly<Record<string, unknown>>;
    const result: Record<string, unknown> = {};
    for (const [key, shape] of Object.entries(fields)) {
      const checked = shape(source[key], name === '' ? key : `${name}.${key}`);
      if (!checked.ok) return checked;
      result[key] = checked.value;
    }
    return good(result as ObjectOf<F>);
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
