/**
 * Checks whether the source shown at a stop is still the one that was assembled: each file is read again when the
 * program stops in it, and a change is reported once.
 */
import { isFailure } from '#basics';
import type { Host } from '../connection/host.ts';
import { splitRoot } from '../program/paths.ts';
import { sourceHash } from '../program/load-source.ts';

export class ChangedSources {
  private readonly told = new Set<string>();

  /** @param tell is called with a file that has changed */
  constructor(
    private readonly host: Host,

    /** Hashes by path without its root, as the assembler names files. */
    private readonly assembled: ReadonlyMap<string, string>,
    private readonly tell: (path: string) => void,
  ) {}

  /** The program has stopped in a file. */
  async look(path: string): Promise<void> {
    const known = this.assembled.get(splitRoot(path).rest);
    if (known === undefined || this.told.has(path)) return;
    const content = await this.host.readFile(path);
    if (isFailure(content) || sourceHash(content.bytes) === known || this.told.has(path)) return;
    this.told.add(path);
    this.tell(path);
  }
}
