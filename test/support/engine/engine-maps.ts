/** The engine's page map and memory map as Markdown, made only from the debug information. */
import type { DebugInfo, DebugTable } from '#assembler';

const hex = (value: number, digits = 2): string => `$${value.toString(16).padStart(digits, '0')}`;

/** One row per used ROM page: words, and the files whose code is there. */
export function pageMap({ lines, sources }: DebugInfo): string {
  const pages = new Map<number, { words: number; files: Set<string> }>();
  for (const { address, source, expansion } of lines) {
    const page = pages.get(address >> 8) ?? { words: 0, files: new Set<string>() };
    page.words++;
    page.files.add(sources[expansion?.at(-1)?.source ?? source]!.path);
    pages.set(address >> 8, page);
  }
  const rows = [...pages]
    .sort(([a], [b]) => a - b)
    .map(([page, { words, files }]) => `| ${hex(page)} | ${words} | ${[...files].join(', ')} |`);
  return ['| ROM page | words of 256 | files |', '| --- | --- | --- |', ...rows].join('\n');
}

/** One row per column, row and frame of RAM; the zero page in one row. */
export function memoryMap({ tables }: DebugInfo): string {
  const rows = tables
    .filter(({ layout }) => layout === 'column' || layout === 'row')
    .sort(byPlace)
    .map(memoryRow);
  const fields = tables.filter(({ layout }) => layout === 'field');
  const frames = fields.map(
    (field) =>
      `| ${hex(field.address >> 8)}–${hex((field.address >> 8) + field.last - field.first)} | ${hex(field.address & 0xff)} | \`${field.name}\` | ${field.size} a page |`,
  );
  const bytes = tables
    .filter(({ layout, attributes }) => layout === 'zero-page' && attributes['over'] === undefined)
    .reduce((sum, { size, last, first }) => sum + size * (last - first + 1), 0);
  return [
    '| RAM pages | low byte | table | meaning |',
    '| --- | --- | --- | --- |',
    `| $00 | | ${bytes} bytes of variables | see machine/zero-page.gtasm |`,
    ...rows,
    ...frames,
  ].join('\n');
}

function byPlace(a: DebugTable, b: DebugTable): number {
  return a.layout.localeCompare(b.layout) || (a.address & 0xff) - (b.address & 0xff) || a.address - b.address;
}

function memoryRow({ name, layout, address, first, last, index, element, attributes }: DebugTable): string {
  const meaning = [
    `${element} by ${index}`,
    ...Object.entries(attributes).map(([key, value]) => `${key} ${value}`),
  ].join(', ');
  const low = hex(address & 0xff);
  return layout === 'column'
    ? `| ${hex(first)}–${hex(last)} | ${low} | \`${name}\` | ${meaning} |`
    : `| ${hex(address >> 8)} | ${low}–${hex((address & 0xff) + last - first)} | \`${name}\` | ${meaning} |`;
}
