/**
 * Changes of a program's text, as rules: after some words come others, which do the same.
 *
 * A rule says `words -> words`, and after `--` what is put where nothing runs into it. In the former, `WORD` is any word
 * but a jump, `IF` a branch, `L` and `R` are labels, `K` is what is loaded as a constant, and `B` a byte of the zero
 * page; in the latter, `$1` is the first of these. `~` stands for a byte that the program does not use, `%` for a
 * number, and `@` for a new label.
 */
import fc from 'fast-check';

/** Changes that take no more cycles. */
export const SAME_TIME = [
  ...['ora 0', 'xora 0', 'anda $ff', 'ora ac', 'st [~]'].map((idle) => `nop -> ${idle}`),
  ...['anda 0', 'xora ac', 'suba ac'].map((zero) => `ld 0 -> ${zero}`),
  'ld 255 -> ora $ff',
  'nop | ld K -> ld $1+% | suba %',
  'nop | nop -> st [~] | ld [~]',
  'nop | WORD -> $1 | nop',
  'WORD | nop -> nop | $1',
  'st [B] | IF L | nop -> nop | $2 $3 | st [$1]',
  'nop | bra L | WORD -> $2 | bra $1 | nop',
  'nop | ld [B] -> ld 0,y | ld [y,$1]',
  'nop | st [B] -> ld 0,y | st [y,$1]',
  'nop | bra L -> ld >$1,y | jmp y,<$1',
  'nop | nop | bra L | nop -> bra @ | nop -- @: bra $1 | nop',
  ...['st [$20]', 'bra [$50] | nop', 'ld 0,y | st [y,$60]', 'bra ac | nop', 'st [x]'].map(
    (dead) => `bra L | nop -> bra $1 | nop | ${dead}`,
  ),
];

/** Changes that put words in, or take a detour. */
export const DETOURS = [
  'WORD -> nop | $1',
  'WORD -> st [~] | ld [~] | $1',
  'beq L | WORD -> bne @ | $2 | bra $1 | nop | @: nop | nop',
  'bne L | WORD -> beq @ | $2 | bra $1 | nop | @: nop | nop',
];

/** Changes that take more cycles. */
export const LONGER = [
  ...DETOURS,
  'bra L -> bra @ -- @: bra $1 | nop',
  'beq L | nop -> bgt @m | nop | blt @n | nop | bra $1 | nop | @m: nop | nop | @n: nop | nop',
  'st [B] -> st [$1] | ld [$1] | st [~] | ld 0 | st [$1] | ld [~] | st [$1]',
  ...['ld [$1] | bra ac', 'ld [$1] | st [~] | bra [~]', 'ld [$1] | adda % | st [~] | ld [~] | suba % | bra ac'].map(
    (back) => `bra [B] -> ${back}`,
  ),
  ...['ld [$1] | jmp y,ac', 'ld [$1] | st [~] | jmp y,[~]'].map((back) => `jmp y,[B] -> ${back}`),
  ...['ld ac,y', 'st [~],y', 'st [~] | ld [~],y'].map((page) => `ld [B],y -> ld [$1] | ${page}`),
  ...['ld $1+% | suba %', 'ld $1 | xora % | xora %', 'ld $1+% | st [~] | ld [~] | suba %'].map(
    (sum) => `ld K -> ${sum}`,
  ),
  'bra L | ld R -> ld $2 | bra $1 | nop',
  'bra L | ld R -> ld $2+% | bra $1 | suba %',
];

/** Which rule, at which of the places where it can be applied, and with which byte and number. */
export interface Change {
  readonly rule: string;
  readonly place: number;
  readonly number: number;
}

export const changesBy = (rules: readonly string[]): fc.Arbitrary<readonly Change[]> =>
  fc.array(fc.record({ rule: fc.constantFrom(...rules), place: fc.nat(), number: fc.nat(199) }), {
    minLength: 1,
    maxLength: 4,
  });

/** A text after some changes, each of them at a place where it can be made, if there is one. */
export function changed(source: string, changes: readonly Change[]): string {
  return changes.reduce((text, change, number) => new Text(text).after(change, number), source);
}

/** A text whose own bytes of the zero page are in the opposite order. */
export function mirrored(source: string): string {
  return source.replace(/\$([67][0-9a-f])\b/g, (_, byte: string) => `$${(0xdf - parseInt(byte, 16)).toString(16)}`);
}

const TOKENS: Readonly<Record<string, string>> = {
  WORD: String.raw`((?:ld|st|nop|add|sub|and|or|xor)[^:]*)`,
  IF: '(b(?!ra)[a-z]+)',
  L: String.raw`([A-Z]\w*)`,
  R: String.raw`([A-Z]\w*)`,
  K: String.raw`([<>]?[A-Z]\w*|\d+)`,
  B: String.raw`(\$[67]\w)`,
};

function patternOf(words: string): RegExp {
  const escaped = words.replace(/[[\]|$]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replace(/\b(WORD|IF|[LRKB])\b/g, (token) => TOKENS[token]!)}$`);
}

const JUMP = /^(b[a-z]+|jmp) /;
/** Directives between two words that follow each other. */
const BETWEEN = /^(|\.(targets|loop|cost|entry|table).*)$/;

/** The lines of a program, with labels on lines of their own. */
class Text {
  private readonly lines: readonly string[];
  /** Labels from which words are counted. */
  private readonly counted: ReadonlySet<string>;
  private readonly heads: ReadonlySet<string>;

  constructor(source: string) {
    this.lines = source.split('\n').flatMap((line) => {
      const [, label, text = ''] = /^(\w+:)?(.*)$/.exec(line.replace(/;.*/, '').replace(/\s+/g, ' ').trim())!;
      const count = /^ ?\.nops (\d+)$/.exec(text)?.[1];
      const words = count === undefined ? [text.trim()] : Array<string>(Number(count)).fill('nop');
      return [...(label === undefined ? [] : [label]), ...words].filter((each) => each !== '');
    });
    this.counted = new Set([...source.matchAll(/([A-Za-z_]\w*)\+\d/g)].map(([, label]) => `${label}:`));
    const isHead = (at: number): boolean => this.lines.slice(at - 2, at).some((line) => line.startsWith('.loop'));
    this.heads = new Set([
      ...[...source.matchAll(/\.loop (\w+),/g)].map(([, label]) => label!),
      ...this.lines.flatMap((line, at) => (line.endsWith(':') && isHead(at) ? [line.slice(0, -1)] : [])),
    ]);
  }

  after({ rule, place, number }: Change, count: number): string {
    const [from = '', all = ''] = rule.split(' -> ');
    const pattern = patternOf(from);
    const length = from.split(' | ').length;
    const places = this.lines.flatMap((_, at) => (this.canReplace(at, length, pattern, rule) ? [at] : []));
    const at = places[place % places.length];
    if (at === undefined) return this.lines.join('\n');
    const written = this.words(at, length)
      .replace(pattern, all)
      .replaceAll('~', `$${(0x30 + (number & 15)).toString(16)}`)
      .replaceAll('%', `${number + 1}`)
      .replace(/@(\w?)/g, `New${count}x${this.lines.length}$1`);
    const [words = '', aside = ''] = written.split(' -- ');
    const after = this.lines.toSpliced(at, length, ...words.split(' | '));
    const end = ['mainEnd:', 'leave:'].map((label) => after.indexOf(label)).find((line) => line >= 0);
    return after.toSpliced(end ?? after.length, 0, ...aside.split(' | ')).join('\n');
  }

  private words(at: number, length: number): string {
    return this.lines.slice(at, at + length).join(' | ');
  }

  private canReplace(at: number, length: number, pattern: RegExp, rule: string): boolean {
    const words = this.words(at, length);
    const found = pattern.exec(words);
    if (found === null || words.includes('[$20]') || words.includes('*')) return false;
    // What is known of a Y is not known of it in RAM, and where a store by such a Y may hit, copies are not followed.
    if (rule.includes('ld [~]') && /ac,y|st \[y,/.test(this.words(at, length + 1))) return false;
    const before = this.wordBefore(at);
    if (/^nop -> [^|]*$/.test(rule)) return true;
    const last = this.lines[at + length - 1]!;
    const isWhole = !JUMP.test(last) || /^(ld|st|nop|add|sub|and|or|xor)/.test(this.lines[at + length] ?? '');
    // By way of words behind it, a loop is not entered as by a branch before it.
    const isOfLoop = rule.includes('--') ? this.heads.size > 0 : found.slice(1).some((each) => this.heads.has(each));
    const usesY = /,y|y,/.test(rule.split('->')[1]!) && !/y/.test(rule.split('->')[0]!);
    return (
      !JUMP.test(before) &&
      isWhole &&
      !(rule.includes('@') && isOfLoop) &&
      !this.isCounted(at) &&
      !(usesY && this.needsY(at))
    );
  }

  private wordBefore(at: number): string {
    let before = at - 1;
    while (before > 0 && (BETWEEN.test(this.lines[before]!) || this.lines[before]!.endsWith(':'))) before--;
    return this.lines[before] ?? '';
  }

  /** Whether a word is counted from a label, as an entry of a table is. */
  private isCounted(at: number): boolean {
    return this.lines.slice(Math.max(0, at - 7), at).some((line) => this.counted.has(line));
  }

  /** Whether what is in Y may be used later. Where a block begins, it must not be. */
  private needsY(at: number): boolean {
    const isUse = (line: string): boolean => /y,/.test(line);
    const isLoad = (line: string): boolean => /,y$/.test(line);
    const isBorder = (line: string): boolean => line.endsWith(':') || JUMP.test(line);
    const isUnset = this.lines.some((line, use) => {
      const block = this.lines.slice(0, use).reverse();
      const [loaded, border] = [block.findIndex(isLoad), block.findIndex(isBorder)];
      return isUse(line) && (loaded < 0 || (border >= 0 && border < loaded));
    });
    const rest = this.lines.slice(at);
    const [use, end] = [rest.findIndex(isUse), rest.findIndex((line) => isLoad(line) || isBorder(line))];
    return isUnset || (use >= 0 && use <= end);
  }
}
