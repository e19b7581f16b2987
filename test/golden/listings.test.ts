/**
 * What the assembler writes for people: the listing of a source with each kind of statement, the messages for sources
 * with each common mistake, and disassemblies.
 *
 * Messages come with the text that they point at, so that the golden files show a wrong place.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assemble, disassemble, type Assembly, type Diagnostic, type Location } from '#assembler';
import { folderHost } from '#test/assembler/hosts.ts';
import { GoldenFolder, GOLDEN } from '#test/golden/golden.ts';
import { projectText } from '#test/project.ts';

const SOURCES = 'test/golden/sources';

const MISTAKES = ['language', 'instructions', 'declarations', 'timing', 'lints', 'unused'];

const DISASSEMBLED = ['jumps', 'page-before-a-jump', 'tables', 'vcpu-calls'];

const golden = new GoldenFolder(join(GOLDEN, 'expected/text'), [
  'listing.lst',
  ...MISTAKES.map((name) => `${name}.txt`),
  ...DISASSEMBLED.map((name) => `${name}.gtasm`),
]);

function assembleSource(name: string): Assembly {
  return assemble(name, folderHost(SOURCES));
}

/** A diagnostic as text: message, the text at its place, related places and the titles of its fixes. */
function format({ code, severity, message, related = [], fixes = [], ...place }: Diagnostic): string {
  const lines = [`${severity} ${code}: ${message}`, `    ${show(place)}`];
  for (const other of related) lines.push(`    ${other.message}: ${show(other)}`);
  for (const { title } of fixes) lines.push(`    fix: ${title}`);
  return `${lines.join('\n')}\n`;
}

/** A place as its line and the text that it covers on it. */
function show({ file, range: { start, end } }: Location): string {
  const line = projectText(SOURCES, file).split('\n')[start.line] ?? '';
  const covered = line.slice(start.character, end.line === start.line ? end.character : undefined);
  return `${file}:${start.line + 1} ${JSON.stringify(covered)}`;
}

it('a listing', async () => {
  const assembly = assembleSource('listing.gtasm');
  expect(assembly.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  await golden.compare('listing.lst', assembly.listing());
});

it.each(MISTAKES)('mistakes: %s', async (name) => {
  const file = `${name}.gtasm`;
  const messages = assembleSource(file).diagnostics.map(format);
  expect(messages.length).toBeGreaterThan(2);
  await golden.compare(`${name}.txt`, messages.join(''));
});

it.each(DISASSEMBLED)('a disassembly: %s', async (name) => {
  const { image, words } = assembleSource(`disassembled/${name}.gtasm`);
  expect(words).toBeGreaterThan(0);
  await golden.compare(`${name}.gtasm`, disassemble(image.subarray(0, image.findLastIndex((word) => word !== 0) + 1)));
});

it('has no golden file without a case', () => golden.expectNoOthers());
