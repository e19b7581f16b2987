/** Tables of Markdown. */

export function table(heads: readonly string[], rows: readonly string[]): string {
  return [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');
}

/** Numbers get commas. */
export function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => (typeof cell === 'number' ? thousands(cell) : cell)).join(' | ')} |`;
}

/** `1,213`. */
export function thousands(value: number): string {
  return value.toLocaleString('en-US');
}
