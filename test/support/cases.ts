/** What all tests have in common whose cases are in files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './project.ts';

/** A folder of files of cases. */
export interface CaseFolder<C> {
  /** Its path in the project. */
  readonly path: string;
  /** How the names of its files end. */
  readonly extension: string;
  readonly read: (text: string, name: string) => readonly C[];
}

/** The cases of a folder, by the path of their file in it. */
export function casesIn<C>({ path, extension, read }: CaseFolder<C>): [name: string, cases: readonly C[]][] {
  const folder = join(PROJECT, path);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter((name) => name.endsWith(extension)).sort();
  return files.map((name) => [name, read(readFileSync(join(folder, name), 'utf8'), name)]);
}

/** Makes a test of each case. @param differences how a case differs from what it says, each with its line number */
export function testCases<C extends { readonly title: string; readonly isSkipped?: boolean }>(
  folder: CaseFolder<C>,
  differences: (tried: C, name: string) => readonly string[] | Promise<readonly string[]>,
): void {
  describe.each(casesIn(folder))('%s', (name, cases) => {
    it.for(cases.map((each) => [each.title, each] as const))('%s', async ([title, each], { skip }) => {
      skip(each.isSkipped ?? false);
      const told = await differences(each, name);
      expect(told.map((difference) => `${folder.path}/${name}:${difference} (${title})`)).toEqual([]);
    });
  });
}

/** Whether a text matches a pattern, in which `…` stands for anything. */
export function matches(text: string, pattern: string): boolean {
  const parts = pattern.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/**
 * Whether a document has everything that is wanted; its objects may have more. In a text, `…` stands for anything; null
 * also stands for a missing property.
 */
export function holds(document: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'string') return typeof document === 'string' && matches(document, wanted);
  if (typeof wanted !== 'object' || wanted === null) return (document ?? null) === wanted;
  if (typeof document !== 'object' || document === null) return false;
  if (Array.isArray(wanted) && (document as unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, value]) => holds((document as Record<string, unknown>)[key], value));
}
