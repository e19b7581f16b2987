/**
 * Programs of random words, for the property tests of the timing proof: most make no sense, and none may be trusted.
 */
import fc from 'fast-check';
import { encode, INSTRUCTION_TABLE } from '#isa';
import { timedProgram, type TimedProgram } from '../assembler/timed-program.ts';
import { PAGE } from './new-data.ts';
import { POWER_ON, trampoline } from './program-writer.ts';

/** Opcodes that do what others do, without stores whose address X forms: these may hit anything. */
const ALIASES = INSTRUCTION_TABLE.filter(
  ({ code, canonical, writesRam, address }) => code !== canonical && (!writesRam || address === 'd'),
).map(({ code }) => code);

/** Words with such opcodes, and with operands that matter. */
export const aliasWord = fc
  .tuple(fc.constantFrom(...ALIASES), fc.constantFrom(0, 0x40, 0x41, 0x50, 0x58))
  .map(([opcode, operand]) => `.data ${encode(opcode, operand)}`);

/** Random words: branches anywhere, even in delay slots, calls, returns, lookups. */
export const wildWord = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'nop',
      'ld [$50]',
      `ld [$${PAGE.toString(16)}],y`,
      'st [$58]',
      'adda [$52]',
      'xora 1',
      'ld 1,y',
      'ld 7',
      'ld 0',
      'xora ac',
      'ld [$50],x',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('st [$40]', 'st [$41]', 'bra [$40]', 'bra [$41]', 'jmp y,[$40]', 'bra ac', 'ld [$40]'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'ld 0,y',
      'ld $80,y',
      'st [y,$40]',
      'st [y,$58]',
      'ld [y,$40]',
      'suba [$40]',
      'st [$41],y',
      'ld ac,y',
      'anda [$50]',
      'anda $0f',
      'ora $80',
      'adda ac',
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('bra', 'beq', 'bne', 'blt', 'bge', 'ld', 'ld', 'jmp y,'), fc.nat(39))
      .map(([mnemonic, line]) => `${mnemonic.padEnd(4)} L${line}`.replace(',  L', ',L').replace(', L', ',L')),
  },
  { weight: 3, arbitrary: fc.integer({ min: 5, max: 14 }).map((cycles) => `.check =${cycles}`) },
);

/** Words that change the account and how it is counted. */
const accountWord = fc.oneof(
  { weight: 8, arbitrary: wildWord },
  { weight: 1, arbitrary: fc.constantFrom('st [y,$20]', 'ld 0,y', 'ld [$20]') },
  { weight: 1, arbitrary: fc.integer({ min: 5, max: 128 }).map((cycles) => `.sync =${cycles}`) },
  { weight: 1, arbitrary: fc.integer({ min: -9, max: 128 }).map((cycles) => `.charge ${cycles}`) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 120 }).map((count) => `.nops ${count}`) },
);

/** Words with short checks among them, most of which have the account in AC. */
const shortWord = fc.oneof(
  { weight: 8, arbitrary: wildWord },
  { weight: 1, arbitrary: fc.integer({ min: 3, max: 20 }).map((cycles) => `.short =${cycles}`) },
  { weight: 2, arbitrary: fc.integer({ min: 3, max: 20 }).map((cycles) => `ld [$20]\n.short =${cycles}`) },
  { weight: 1, arbitrary: fc.constantFrom('ld [$20]', '.charge 2', 'st [$20]') },
);

export function wildProgram(words: readonly string[], powerOn = POWER_ON): TimedProgram {
  const body = words.map((word, line) => `L${line}: ${word}`).join('\n');
  return timedProgram(`${powerOn}\nstart:\n${body}\n bra start\n nop\n.exits`);
}

/** Power-on code with a handler that executes some words besides. */
export const handlerWith = (...words: readonly string[]): string => POWER_ON.replace('ld   $aa,x', words.join('\n'));

/** A handler that stores to a byte which jumps depend on. */
export const STORING_HANDLER = handlerWith('st   [$41]');

/** Words that decide where a store through X goes. */
export const wordForX = fc.constantFrom(
  ...['nop', 'ld $41,x', 'ld $40', 'ld $3f', 'adda 1', 'suba $ff', 'ld ac,x', 'adda 2,x', 'st [$60],x', 'ld [$50],x'],
  ...['ora 1', 'xora $7f', 'anda $fe,x', 'adda ac'],
);

/** The same across the end of a page; each check leaves by the trampoline of its page. */
export function wildAcross(words: readonly string[], before: number): TimedProgram {
  return wildBeside(words, before, 0x400, POWER_ON);
}

/** The same across the end of the ROM: power-on is among the words. */
function wildAround(words: readonly string[], before: number): TimedProgram {
  return wildBeside(words, before, 0x10000, POWER_ON.replace(/ld +>start[^]*?(?=\.org)/, ''));
}

/** The same with so many words before an address, at which a page begins. */
function wildBeside(words: readonly string[], before: number, page: number, powerOn: string): TimedProgram {
  let address = page - before;
  const exits = `.org ${page - 0xf0}\n.exits`;
  const lines: string[] = [];
  words.forEach((word, line) => {
    const sizes = word.split('\n').map(sizeOf);
    const size = sizes.reduce((sum, each) => sum + each);
    // A check may neither cross the end of a page nor end right before it.
    while (Math.max(...sizes) > 1 && address < page && address + size >= page) {
      lines.push('nop');
      address++;
    }
    if (address >= page && address - size < page && !lines.includes(exits)) {
      lines.push(exits, '.trampoline after', `.org ${address & 0xffff}`);
    }
    lines.push(`L${line}: ${word}`);
    address += size;
  });
  const start = `.org ${page - before}\n.trampoline before\nstart:`;
  const body = `${start}\n${lines.join('\n')}\n ld >start,y\n jmp y,<start\n nop\n.exits`;
  const trampolines = [trampoline('before', page - 0x100), trampoline('after', (page & 0xffff) + 0xf0)];
  return timedProgram(`${powerOn}\n${trampolines.join('\n')}\n${body}`);
}

/** How many words a line has. */
function sizeOf(line: string): number {
  const [, name, count] = /^\.(\w+) (\d+)?/.exec(line) ?? [];
  if (name === 'nops') return Number(count);
  return { check: 5, sync: 5, short: 3, charge: 3 }[name ?? ''] ?? 1;
}

const inOnePage = (words: readonly string[]): TimedProgram => wildProgram(words);

/** Kinds of programs: how words are drawn, and how a program is made of them, with so many before the end of a page. */
export const WILD_KINDS = [
  ['in one page', wildWord, inOnePage],
  ['across the end of a page', wildWord, wildAcross],
  ['across the end of the ROM', wildWord, wildAround],
  ['with short checks', shortWord, wildAcross],
  ['with corrections of the account', accountWord, inOnePage],
  ['with a handler that stores', wildWord, (words: readonly string[]) => wildProgram(words, STORING_HANDLER)],
] as const;

/** Draws the words of a program, and how many of them are before the end of a page. */
export const wildWords = (word: fc.Arbitrary<string>): fc.Arbitrary<readonly [readonly string[], number]> =>
  fc.tuple(
    fc.array(word, { minLength: 40, maxLength: 40 }).filter((words) => words.join().split('.nops').length < 3),
    fc.integer({ min: 4, max: 60 }),
  );
