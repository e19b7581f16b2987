/** 1234567 as `1,234,567`: a count as people read it, whatever the language of the computer. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
