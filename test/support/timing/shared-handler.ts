/**
 * Random programs whose handler and code share bytes, with a frame of 40 lines: the sample's handler, with words put into
 * its waits, its start-up and the program's checks. What they store may harm the picture or not.
 */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const HANDLER = readFileSync(join(import.meta.dirname, '../../../samples/time-check/handler.gtasm'), 'utf8')
  .replace(/TOP_LINES +=.*/, 'TOP_LINES = 14')
  .replace(/BOTTOM_LINES +=.*/, 'BOTTOM_LINES = 14')
  .replace(/ROWS +=.*/, 'ROWS = 2')
  .replace(/REPEATS +=.*/, 'REPEATS = 2')
  .replace('== 521', '== 40')
  .replace('.timing account=account', '.timing account=account frame=40')
  // What is put between them may have labels.
  .replace(/\.(sameRow|pulse|end)\b/g, 'row_$1');

/** Lines with the cycles that they take, and the words that they are. */
interface Lines {
  readonly text: readonly string[];
  readonly cycles: number;
  readonly words: number;
}

const plain = (...text: readonly string[]): Lines => ({ text, cycles: text.length, words: text.length });
const together = (parts: readonly Lines[]): Lines => ({
  text: parts.flatMap(({ text }) => text),
  cycles: parts.reduce((sum, { cycles }) => sum + cycles, 0),
  words: parts.reduce((sum, { words }) => sum + words, 0),
});

/** Bytes that lines keep, and bytes that do not matter. */
const cell = fc.constantFrom('lines', 'partEnd', 'syncLow', 'syncHigh', 'row', 'repeats', 'frame', 'extra', 'mode');
const harmless = fc.constantFrom('extra', 'extra', 'mode', 'frame');
const anyCell = fc.oneof({ weight: 3, arbitrary: harmless }, { weight: 1, arbitrary: cell });
const value = fc.constantFrom('0', '1', '3', 'startVSync', 'startPicture', 'V_SYNC', 'NO_SYNC', 'VSYNC_LINES');
const page = fc.constantFrom('0', '$80', '8', '9');
/** A read of a code lookup table; `@` stands for a number of its own. */
const table = fc.tuple(harmless, value, value).map(([each, first, second]): Lines => {
  const words = [`ld [${each}]`, 'anda 1', 'adda table@', '.targets table@', 'bra ac', '.intended', 'bra behind@'];
  const entries = ['.lookup table@', `.entry ${first}, ${second}`, '.endlookup', 'behind@: nop'];
  return { text: [...words, ...entries], cycles: 7, words: 8 };
});
const read = fc.oneof(
  value.map((each) => plain(`ld ${each}`)),
  cell.map((each) => plain(`ld [${each}]`)),
  fc.tuple(anyCell, fc.constantFrom('1', '3', '$80')).map(([each, mask]) => plain(`ld [${each}]`, `anda ${mask}`)),
  fc.tuple(cell, value).map(([each, added]) => plain(`ld [${each}]`, `adda ${added}`)),
  fc.tuple(page, cell).map(([high, each]) => plain(`ld ${high},y`, `ld [y,${each}]`)),
  table,
  table,
);
const store = fc.oneof(
  anyCell.map((each) => plain(`st [${each}]`)),
  fc.tuple(page, anyCell).map(([high, each]) => plain(`ld ${high},y`, `st [y,${each}]`)),
  fc.tuple(harmless, anyCell).map(([high, each]) => plain(`ld [${high}],y`, `st [y,${each}]`)),
  // A page that is one of two.
  fc
    .tuple(harmless, fc.constantFrom('8', '$80'), value, anyCell)
    .map(([high, mask, stored, each]) =>
      plain(`ld [${high}]`, `anda ${mask}`, 'ld ac,y', `ld ${stored}`, `st [y,${each}]`),
    ),
  anyCell.map((each) => plain(`ctrl ${each}`)),
);
const words = fc.tuple(read, store).map(together);

/** Where words are put, and what else is changed. */
export interface SharedHandler {
  /** By the number of the wait. */
  readonly waits: readonly (readonly [number, Lines])[];
  readonly startUp: Lines;
  /** Whether a branch may pass by the words of the start-up. */
  readonly isPartial: boolean;
  /** The lines before vSync first falls: sync bits, how many, and what the last of them does. */
  readonly first: readonly [low: string, high: string, lines: string, end: string];
  readonly program: readonly Lines[];
  /** The byte through which a routine of the program returns, if it has one. */
  readonly back: string | undefined;
  /** How the trampoline executes the first word of the check again. */
  readonly again: 'near' | 'far' | 'elsewhere';
  /** What the line adds to the account: so many cycles left, doubled so often. */
  readonly doubled: number;
  /** What a check of the program charges at least. */
  readonly charge: number;
  readonly ram: number;
}

export const sharedHandler: fc.Arbitrary<SharedHandler> = fc.record({
  waits: fc.array(fc.tuple(fc.nat(7), words), { minLength: 1, maxLength: 2 }),
  startUp: fc.oneof(fc.constant(plain()), words),
  isPartial: fc.boolean(),
  first: fc.oneof(
    { weight: 3, arbitrary: fc.constant(['BOTH', 'V_SYNC', 'VSYNC_LINES', 'endVSync'] as const) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('1', '12', '39', '41', '80')
        .map((lines) => ['H_SYNC', 'NO_SYNC', lines, 'startVSync'] as const),
    },
  ),
  program: fc.array(words, { minLength: 1, maxLength: 2 }),
  back: fc.constantFrom(undefined, undefined, undefined, undefined, 'mode', 'extra'),
  again: fc.constantFrom('near', 'near', 'near', 'near', 'near', 'near', 'far', 'elsewhere'),
  doubled: fc.constantFrom(0, 0, 0, 0, 0, 0, 2, 3),
  charge: fc.constantFrom(0, 0, 33, 65),
  ram: fc.constantFrom(32, 32, 64, 128),
});

/** Joins lines; each piece with tables has numbers of its own. */
class Text {
  private number = 0;

  of({ text }: Lines): string {
    this.number++;
    return text.join('\n        ').replaceAll('@', `${this.number}`);
  }
}

/** The text of a program. */
export function writeSharedHandler(drawn: SharedHandler): string {
  const text = new Text();
  const [head = '', ...rest] = withTrampoline(withStart(withDoubled(HANDLER, drawn), drawn, text), drawn).split(
    'nextLine:\n',
  );
  let number = 0;
  const lines = head.replace(/\.wait (\d+) +;\d+/g, (wait, cycles: string) => {
    const put = together(drawn.waits.filter(([at]) => at === number).map(([, each]) => each));
    number++;
    const left = Number(cycles) - put.cycles;
    return put.cycles === 0 || left < 1 ? wait : `${text.of(put)}\n        .wait ${left}`;
  });
  return `        .ram ${drawn.ram}
        .zp mode
        .zp extra
${lines}nextLine:\n${rest.join('')}
        .page
        trampoline
${programOf(drawn, text)}
`;
}

function programOf({ program, back, charge, again }: SharedHandler, text: Text): string {
  const blocks = program.map((each, index) => {
    return `.check next${index} - ${each.words - each.cycles}\n        ${text.of(each)}\nnext${index}:`;
  });
  const pad = charge > 5 ? `.check pad\n        .wait ${charge - 5}\npad:` : '';
  const call = back === undefined ? '' : 'called: .check back + 1\n        bra sub\n        ld back\nback:';
  const routine = `sub: st [${back}]\n        .check subEnd\n        bra [${back}]\n        nop\nsubEnd:`;
  return `sieve:  ${blocks.join(' ')} ${pad} ${call} .check sieveEnd
        bra  sieve
        nop
sieveEnd:
${back === undefined ? '' : routine}
${again === 'elsewhere' ? '        .org $0a00\n        .repeat 256\n        ld -20\n        .endrepeat' : ''}`;
}

/** The words of start-up. */
function withStart(handler: string, { startUp, isPartial, first }: SharedHandler, text: Text): string {
  const [low, high, lines, end] = first;
  const put = text.of(startUp);
  const cycles = startUp.cycles + (isPartial ? 4 : 0);
  const early = isPartial ? `ld in\n        bmi past\n        nop\n        ${put}\npast: nop` : put;
  return handler
    .replace(
      'ld   BOTH\n        st   [syncLow]\n        st   [frame]',
      `ld   ${low}\n        st   [syncLow]\n        st   [frame]`,
    )
    .replace(
      'ld   V_SYNC\n        st   [syncHigh]\n        ld   VSYNC_LINES\n',
      `ld   ${high}\n        st   [syncHigh]\n        ld   ${lines}\n`,
    )
    .replace('ld   endVSync\n', `ld   ${end}\n`)
    .replace('reset:  ld   NO_SYNC,out', `reset:  ld   NO_SYNC,out\n        ${early}`)
    .replace(/\.repeat 29\n/, `.repeat ${29 - cycles}\n`);
}

/** A trampoline that executes the first word of the check by a far jump, or that keeps the cycles left, less than 0. */
function withTrampoline(handler: string, { again, doubled }: SharedHandler): string {
  const page = again === 'far' ? '>*' : '$0a';
  const jump = again === 'near' ? 'bra ac' : `ld ${page},y\n        jmp y,ac`;
  const kept = doubled === 0 ? '' : '\n        st [extra]';
  const longer = Number(again !== 'near') + Number(doubled > 0);
  return handler
    .replace(/bra {2}ac .*/, jump)
    .replace(/suba \[account\] .*/, `suba [account]${kept}`)
    .replaceAll(' - 14 ', ` - ${14 + longer} `);
}

/** The line adds to the account the cycles that were left, doubled again and again. */
function withDoubled(handler: string, { doubled }: SharedHandler): string {
  if (doubled === 0) return handler;
  const twice = Array.from({ length: doubled }, () => 'adda ac');
  const more = ['ld [extra]', ...twice, 'st [mode]', 'ld [account]', 'suba [mode]', 'st [account]'];
  return handler.replace('.wait 13 ', `${more.join('\n        ')}\n        .wait ${13 - more.length} `);
}
