/**
 * A program that is being edited.
 *
 * The session keeps texts, parsed lines and what expansion made of them; after an update the next result
 * parses and expands the changed lines only and runs the other phases, which are linear and quick. The
 * proof of the timing is not part of a result but of `result().checked()`, to be asked for when typing
 * pauses.
 */
import { assemble } from './assemble.ts';
import type { AssembleOptions, Assembly } from './program/assembly.ts';
import { Memory } from './expansion/memory.ts';
import type { SourceHost, SourceText } from './contract/source.ts';

export interface Session {
  readonly main: string;
  /** Sets the text of a file as an editor has it; undefined goes back to what the host says. */
  update(path: string, text: string | undefined): void;
  /** Forgets what the host said of a path, or of all: the file has changed, appeared or gone. */
  invalidate(path?: string): void;
  /** The assembly of the present texts, without proof and lints; the same object while nothing changes. */
  result(): Assembly;
}

/** Begins a session on a main file. */
export function createSession(main: string, host: SourceHost, options: Omit<AssembleOptions, 'check'> = {}): Session {
  const memory = new Memory();
  const edited = new Map<string, SourceText>();
  const known = new Map<string, SourceText>();
  let current: Assembly | undefined;
  const overlay: SourceHost = {
    read(path, as) {
      const text = edited.get(path);
      if (text !== undefined) return text;
      const key = `${as}:${path}`;
      let answer = known.get(key);
      if (answer === undefined) known.set(key, (answer = host.read(path, as)));
      return answer;
    },
  };
  return {
    main,
    update(path, text) {
      const before = edited.get(path);
      if (text === undefined) edited.delete(path);
      else if (before !== undefined && 'text' in before && before.text === text) return;
      else edited.set(path, { text });
      current = undefined;
    },
    invalidate(path) {
      if (path === undefined) known.clear();
      else for (const as of ['text', 'bytes']) known.delete(`${as}:${path}`);
      current = undefined;
    },
    result() {
      return (current ??= assemble(main, overlay, { ...options, check: false }, memory));
    },
  };
}
