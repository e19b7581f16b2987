/**
 * Mutated sources and directives with wrong values: no exception, no long run, every finding inside its file.
 *
 * The seed of a failing source is in the message.
 */
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { applyFixes, assemble, DIAGNOSTIC_CODES, DIRECTIVES, disassemble, formatSource, mnemonics } from '#assembler';
import type { Assembly, Diagnostic, Location, SourceHost } from '#assembler';
import { draws } from '#test/draws.ts';
import { randomFrom } from '#test/emulator/program.ts';
import { projectText } from '#test/project.ts';

const SOURCES = draws(10_000);
/** Longest processor time that one source may take, in milliseconds; wall-clock time would include other processes. */
const SLOWEST = 5_000;

const drawn = (name: string): string => projectText('test/support/assembler/drawn', name);

/** Statements of all kinds, after an empty line. */
const CORPUS = `\n${drawn('corpus.gtasm')}`;

/** What a mutation inserts. */
const SNIPPETS = [
  ...Object.keys(DIRECTIVES).map((name) => `.${name} `),
  ...mnemonics(),
  ...'()[]{}"\';:=,$%*-<>?#y\n\t\0é',
  ...['😀', '\ud800', '\r\n', '//', '::', '..', 'x++', 'in', ':+', ':-', 'a=a', 'leave', '.loop', 'draw.loop', 'move '],
  ...['$ffff', '65536', '-1', '4294967295', '0x', '0/0', '1<<40'],
];

/** Part or all of the corpus, with a few random changes. A seed gives the same source on every machine. */
function mutatedSource(seed: number): string {
  const random = randomFrom(seed);
  const lines = CORPUS.split('\n');
  const from = random(lines.length);
  let text = random(3) === 0 ? CORPUS : lines.slice(from, from + 1 + random(20)).join('\n');
  for (let count = 1 + random(6); count > 0; count--) {
    const at = random(text.length + 1);
    switch (random(5)) {
      case 0:
        text = text.slice(0, at) + text.slice(at + 1 + random(8));
        break;
      case 1:
        text = text.slice(0, at) + SNIPPETS[random(SNIPPETS.length)]! + text.slice(at);
        break;
      case 2: {
        const end = Math.min(text.length, at + random(120));
        text = text.slice(0, at) + text.slice(at, end) + text.slice(at);
        break;
      }
      case 3:
        text = text.slice(0, at) + String.fromCharCode(random(128)) + text.slice(at + 1);
        break;
      default: {
        const rows = text.split('\n');
        rows.splice(random(rows.length), 0, ...rows.splice(random(rows.length), 1 + random(3)));
        text = rows.join('\n');
      }
    }
  }
  return text;
}

/** A line for each directive; `endproc` and the like are added after the block. */
const LINES: readonly string[] = drawn('directives.txt').trimEnd().split('\n');

/** The directives of {@link LINES}; those that end a block follow from the others. */
const DRAWN_DIRECTIVES: ReadonlySet<string> = new Set(
  LINES.flatMap((line) => {
    const name = /^\.(\w+)/.exec(line)?.[1] ?? '';
    const end = DIRECTIVES[name]?.closedBy;
    return end === undefined ? [name] : [name, end];
  }),
);

/** What replaces an argument. */
const VALUES = [
  ...['-1', '-2', '-300', '-65536', '-4294967295', '0', '255', '256', '65535', '65536', '4294967295'],
  ...['1e9', '0.5', '7/2', '1/0', '-1/0', '0/0', 'NaN', 'Infinity', '1 << 31', '1 << 40', '-(1 << 31)'],
  ...['$ffffffff * $ffffffff', '* - 1', '* - 300', '-*', '*', '~0', '!1', '1 ? -1 : 2', '3..1', '-5..5', '0..65536'],
  ...['""', '"a"', "'x'", '"\\x00"', 'nowhere', 'there', 'there - 1000', 'start', '.local', ':+', ':-'],
  ...['[cell]', 'cell', 'account', 'ac', 'move', 'list', 'n', 'm', 'defined(n)', 'lo(there)', 'end(list)'],
  ...['rgb(9, 9, 9)', '', '()', '[]'],
];

const BEFORE = drawn('before.gtasm');

const AFTER = `\n${drawn('after.gtasm')}`;

/** An argument: a number, name, text or end of a range, but not the name of a directive or a key. */
const ARGUMENT = /"[^"]*"|'[^']*'|(?<![.\w])[$%]?\w+(?![\w=])/g;

/**
 * A program with up to three directives with random arguments, most of them wrong. The program around them defines
 * something of each kind that a name can stand for, and goes on with words that an earlier mistake can upset.
 */
function wrongValues(seed: number): string {
  const random = randomFrom(seed);
  const draw = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const one = (): string => {
    const line = draw(LINES);
    const space = line.indexOf(' ');
    const name = space < 0 ? line : line.slice(0, space);
    let operands = space < 0 ? '' : line.slice(space);
    operands = operands.replace(ARGUMENT, (argument) => (random(2) === 0 ? argument : draw(VALUES)));
    if (random(8) === 0) operands += `, ${draw(VALUES)}`;
    if (random(16) === 0) operands = operands.slice(0, random(operands.length + 1));
    const end = DIRECTIVES[name.slice(1)]?.closedBy;
    if (end === undefined || random(16) === 0) return name + operands;
    return `${name}${operands}\n nop\n${random(2) === 0 ? `${one()}\n` : ''}.${end}`;
  };
  const lines = Array.from({ length: 1 + random(3) }, one);
  const before = random(8) === 0 ? '' : BEFORE;
  const body = lines.join(random(2) === 0 ? '\n' : '\n nop\n');
  return before + body + (random(8) === 0 ? '' : AFTER);
}

/** Whether a run takes too long. One that does so by the clock runs once more, to see how much of it was its own. */
function takesLong(run: () => void): boolean {
  const clock = performance.now();
  run();
  if (performance.now() - clock <= SLOWEST) return false;
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 > SLOWEST;
}

function hostOf(text: string): SourceHost {
  const files: Record<string, string> = {
    main: text,
    'lib.gtasm': 'LIB = 1\n.macro lib\n nop\n.endmacro\n',
    'bytes.bin': 'abcdefgh',
  };
  return { read: (path) => (path in files ? { text: files[path]! } : failure('there is no such file')) };
}

/** Whether all findings lie in lines of their files, with their related places and the edits of their fixes. */
function findingsLieInside(assembly: Assembly): boolean {
  const isInside = ({ file, range: { start, end } }: Location): boolean => {
    const lines = assembly.file(file)?.lines;
    if (lines === undefined || start.line !== end.line || start.character > end.character) return false;
    const length = lines[start.line]?.text.length ?? (lines.length === 0 && start.line === 0 ? 0 : -1);
    return end.character <= length;
  };
  // An edit may remove the end of its line, up to the start of the next one.
  const isEditInside = ({ file, range: { start, end } }: Location): boolean => {
    const isWholeLine = end.line === start.line + 1 && end.character === 0;
    const last = { file, range: { start: end, end } };
    return (
      isInside(isWholeLine ? last : { file, range: { start, end } }) && isInside({ file, range: { start, end: start } })
    );
  };
  return assembly.diagnostics.every(
    ({ related = [], fixes = [], ...finding }) =>
      [finding, ...related].every(isInside) && fixes.every(({ edits }) => edits.every(isEditInside)),
  );
}

/** Compares words at once, as bytes. */
const isSame = (one: Uint16Array, other: Uint16Array): boolean =>
  Buffer.from(one.buffer).equals(Buffer.from(other.buffer));

/** Formatting changes neither words nor findings. */
function isKeptByFormatting(text: string, { image, diagnostics }: Assembly): boolean {
  const formatted = assemble('main', hostOf(formatSource(text)), { check: false });
  const said = (list: readonly Diagnostic[]): string => list.map(({ code }) => code).join();
  return isSame(image, formatted.image) && said(diagnostics) === said(formatted.diagnostics);
}

const ALL_CODES = new Set(Object.keys(DIAGNOSTIC_CODES));

/** Applies all quick fixes as long as there are any, and assembles each text that results. */
function fixRepeatedly(assembly: Assembly): void {
  let current = assembly;
  for (let count = 0; count < 4; count++) {
    const text = applyFixes(current, ALL_CODES).get('main');
    if (text === undefined) return;
    current = assemble('main', hostOf(text));
    if (!findingsLieInside(current)) throw new Error(`after fixes a finding lies outside its file: ${text}`);
  }
}

/** An exception inside the assembler is a finding, and here a failure. */
function refuseInternalErrors({ diagnostics }: Assembly): void {
  const error = diagnostics.find(({ code }) => code === 'GT0706');
  if (error !== undefined) throw new Error(error.message);
}

/** What holds for any source; some of it is looked at for some seeds only. */
function tryOne(text: string, seed: number): void {
  const assembly = assemble('main', hostOf(text), { check: seed % 16 === 0 });
  refuseInternalErrors(assembly);
  if (seed % 32 === 0)
    void [assembly.debugInfo, assembly.symbols.references, assembly.listing(), assembly.expansions, assembly.pages];
  const once = formatSource(text);
  if (formatSource(once) !== once) throw new Error('formatting twice differs');
  if (!findingsLieInside(assembly)) throw new Error('a finding lies outside its file');
  if (seed % 16 === 1 && !isKeptByFormatting(text, assembly)) throw new Error('formatting changes the program');
  if (seed % 16 === 0) fixRepeatedly(assembly);
}

describe.each([
  ['mutated sources', mutatedSource, SOURCES],
  ['wrong values', wrongValues, Math.ceil(SOURCES / 4)],
])('%s', (_, sourceOf, count) => {
  it(`${count} of them neither throw nor hang, and findings lie inside`, { timeout: 30 * count + 60_000 }, () => {
    for (let seed = 1; seed <= count; seed++) {
      const text = sourceOf(seed);
      try {
        if (takesLong(() => tryOne(text, seed))) throw new Error('it takes too long');
      } catch (error) {
        throw new Error(`seed ${seed}: ${JSON.stringify(text)}`, { cause: error });
      }
    }
  });
});

describe('sources of odd shapes', () => {
  it('have wrong values in every directive', () => {
    expect([...DRAWN_DIRECTIVES].sort()).toEqual(expect.arrayContaining(Object.keys(DIRECTIVES).sort()));
  });

  it.each([
    ['a chain of forward constants', Array.from({ length: 5000 }, (_, i) => `c${i} = c${i + 1}`).join('\n')],
    ['a deep expression', ` ld ${'('.repeat(20_000)}1`],
    ['a long expression', ` ld 1${'+1'.repeat(20_000)}`],
    ['many unary operators', ` ld ${'-'.repeat(20_000)}1`],
    ['a chain of choices', ` ld ${'1?'.repeat(10_000)}`],
    ['doubling arguments', `.macro m a, n\n .if n\n m a+a, n-1\n .else\n ld a\n .endif\n.endmacro\n m 1, 90`],
    ['a macro bomb', '.macro m\n m\n m\n.endmacro\n m'],
    [
      'a bomb in levels',
      Array.from({ length: 30 }, (_, i) => `.macro m${i}\n m${i + 1}\n m${i + 1}\n.endmacro`).join('\n') + '\n m0',
    ],
    ['many cases', `a: nop\n.zp b\n${'.test "a" times=10000\n.random c, 0..9\n.given b = c\n.endtest\n'.repeat(500)}`],
    ['many tests', '.zp b\n nop\n' + '.test "a"\n.expect b = 0\n.endtest\n'.repeat(20_000)],
    ['nested tests', '.test "a"\n'.repeat(20_000)],
    ['nested loops', '.repeat 65536\n.repeat 65536\n.endrepeat\n.endrepeat'],
    ['nested loops with words', '.repeat 65536\n.repeat 65536\n nop\n.endrepeat\n.endrepeat'],
    ['many unclosed blocks', '.if 1\n'.repeat(20_000)],
    ['brackets', ` ld ${'['.repeat(20_000)}`],
    ['a giant fill', ' .fill 65536\n .fill 65536\n .align 65536'],
    ['many errors', ' ld nope\n'.repeat(20_000)],
    [
      'many routines without headers',
      `.headers required\n${Array.from({ length: 8000 }, (_, i) => `l${i}:\n ld >l${i},y\n jmp y,l${i}\n ld l0`).join('\n')}`,
    ],
    [
      'many routines with headers',
      Array.from(
        { length: 1500 },
        (_, i) => `; l${i}. In: x. Clobbers: X. Cycles: 1\nl${i}:\n ld ${i % 256}\n st [x]`,
      ).join('\n'),
    ],
    [
      'many jumps into a table',
      `.lookup t\n .entry ${Array.from({ length: 250 }, (_, i) => i).join()}\n.endlookup\n${' ld >t,y\n .targets t\n jmp y,ac\n nop\n'.repeat(10_000)}`,
    ],
    ['many placed blocks', '.place\n nop\n.endplace\n'.repeat(40_000)],
    ['many rows without room', Array.from({ length: 40_000 }, (_, i) => `.row r${i}, 0..200`).join('\n')],
    [
      'many unknown names among many macros',
      `${Array.from({ length: 5000 }, (_, i) => `.macro macro${i}\n.endmacro\n`).join('')}${' marco\n'.repeat(50_000)}`,
    ],
    ['many branches to another page', `start:\n${' beq far\n nop\n'.repeat(30_000)}far: nop`],
    ['many constant indices', `.row r, 0..9\n${' ld >r,y\n ld [y,r + 20]\n'.repeat(20_000)}`],
  ])('%s ends soon with an error or none', (_, text) => {
    const isLong = takesLong(() => {
      expect(findingsLieInside(assemble('main', hostOf(text)))).toBe(true);
    });
    expect(isLong).toBe(false);
  });

  it('files that include each other twice in a row of levels end soon with an error', () => {
    const read = (path: string): { text: string } => {
      const next = ` .include "${Number(path) + 1}"\n`;
      return { text: path === '40' ? ' nop\n' : next + next };
    };
    const isLong = takesLong(() => {
      expect(assemble('0', { read }).diagnostics.map(({ code }) => code)).toContain('GT0605');
    });
    expect(isLong).toBe(false);
  });

  it('too large a file, a missing one and an empty one are each one clear finding', () => {
    const large = assemble('main', { read: () => ({ text: ' '.repeat(100 * 1024 * 1024) }) });
    expect(large.diagnostics.map((d) => d.message)).toEqual(['Cannot read "main": it is larger than 16 MiB']);
    expect(assemble('main', { read: () => failure('there is no such file') }).diagnostics).toMatchObject([
      { code: 'GT0701' },
    ]);
    for (const empty of ['', disassemble(new Uint16Array(0))])
      expect(assemble('main', hostOf(empty)).diagnostics).toMatchObject([{ code: 'GT0705', severity: 'warning' }]);
  });
});
