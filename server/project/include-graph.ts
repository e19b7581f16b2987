/**
 * Which source file includes which, read from the text without assembling.
 *
 * It answers one question: what is the main file of the program to which a file belongs? An include inside an
 * inactive `.if` counts as well, since a user who opens that file still wants its program. The assembler itself
 * decides what a program really reads.
 *
 * A file counts if it is a root, such as a source in a folder, or is reached from a root by include lines. A file that
 * nothing includes any more no longer counts, though its text is still known.
 */
import { addTo } from '#basics';
import { resolvePath } from '#assembler';
import { pathOf, uriAt } from '../files/uris.ts';

export { normalizeUri } from '../files/uris.ts';

const INCLUDE = /\.include[ \t]+(?:"([^"\n]+)"|(<[\w-]+>))/gi;
/** What may be before an include on its line: labels. */
const BEFORE = /^[ \t]*(?:[\w.]*:[ \t]*)*$/;
/** Labels before an include are no longer than this, in characters. */
const MOST_LABELS = 1000;
/** A file with this name wins over others that include the same file. */
const MAIN_NAME = /(^|\/)main\.gtasm$/;

export class IncludeGraph {
  private readonly includes = new Map<string, readonly string[]>();
  private live: ReturnType<IncludeGraph['reach']> | undefined;

  /** @param isRoot whether a file counts although no other includes it; all do by default */
  constructor(private readonly isRoot: (uri: string) => boolean = () => true) {}

  set(uri: string, text: string): void {
    const targets = [...new Set(includeLines(uri, text).map(({ target }) => target))];
    if (JSON.stringify(this.includes.get(uri)) === JSON.stringify(targets)) return;
    this.includes.set(uri, targets);
    this.live = undefined;
  }

  delete(uri: string): void {
    if (this.includes.delete(uri)) this.live = undefined;
  }

  /** Call when other files have become roots. */
  rootsChanged(): void {
    this.live = undefined;
  }

  has(uri: string): boolean {
    return this.includes.has(uri);
  }

  /** All files that count, in no order. */
  files(): ReadonlySet<string> {
    return this.reached().files;
  }

  /** The files that count but whose text is not known yet. */
  missing(): readonly string[] {
    return this.reached().missing;
  }

  /** Whether `main` includes `uri`, directly or through others, or is the same file. */
  reaches(main: string, uri: string): boolean {
    return this.distancesFrom(uri).has(main);
  }

  /**
   * The main files of a file: those that include it, directly or through others, and that are
   * not included themselves; nearest first. The file itself if there are none (also in a circle of includes).
   */
  mainFiles(uri: string): readonly string[] {
    const distances = this.distancesFrom(uri);
    const roots = [...distances.keys()].filter((file) => this.includersOf(file).length === 0);
    if (roots.length === 0) return [uri];
    const distance = (file: string): number => distances.get(file) ?? 0;
    return roots.sort(
      (a, b) => distance(a) - distance(b) || rank(a) - rank(b) || a.length - b.length || (a < b ? -1 : 1),
    );
  }

  /** How far it is from a file to each one that includes it, directly or through others. */
  private distancesFrom(uri: string): ReadonlyMap<string, number> {
    const distances = new Map([[uri, 0]]);
    for (const [file, distance] of distances)
      for (const includer of this.includersOf(file))
        if (!distances.has(includer)) distances.set(includer, distance + 1);
    return distances;
  }

  private includersOf(uri: string): readonly string[] {
    return this.reached().includers.get(uri) ?? [];
  }

  private reached() {
    return (this.live ??= this.reach());
  }

  /** The files that count: the roots, and what is reached from them. */
  private reach() {
    const files = new Set([...this.includes.keys()].filter((uri) => this.isRoot(uri)));
    const includers = new Map<string, string[]>();
    const missing: string[] = [];
    for (const uri of files) {
      const targets = this.includes.get(uri);
      if (targets === undefined) missing.push(uri);
      for (const target of targets ?? []) {
        files.add(target);
        addTo(includers, target, uri);
      }
    }
    return { files, missing, includers };
  }
}

/**
 * The include lines of a text: the path as written, or the name of a library with its brackets; its offset in the text,
 * after the quotation mark; and the normalized URI of the file that it names.
 */
export function includeLines(uri: string, text: string) {
  const from = pathOf(uri);
  return [...text.matchAll(INCLUDE)].flatMap((match) => {
    const path = match[1] ?? match[2] ?? '';
    // What is before it on its line, as far as labels reach.
    const near = text.slice(Math.max(0, match.index - MOST_LABELS), match.index);
    if (!BEFORE.test(near.slice(near.lastIndexOf('\n') + 1))) return [];
    const target = resolvePath(from, path);
    if (target === undefined) return [];
    return [{ offset: match.index + match[0].lastIndexOf(path), path, target: uriAt(target, uri) }];
  });
}

function rank(uri: string): number {
  return MAIN_NAME.test(uri) ? 0 : 1;
}
