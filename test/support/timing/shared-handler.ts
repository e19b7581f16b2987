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
  .replace('.timing account=account', '.timing account=account frame=40');

/** Bytes that lines keep, and bytes that do not matter. */
const cell = fc.constantFrom('lines', 'partEnd', 'syncLow', 'syncHigh', 'row', 'repeats', 'frame', 'extra', 'mode');
const harmless = fc.constantFrom('frame', 'extra', 'mode');
const anyCell = fc.oneof({ weight: 3, arbitrary: harmless }, { weight: 1, arbitrary: cell });
const value = fc.constantFrom('0', '1', '3', 'startVSync', 'startPicture', 'V_SYNC', 'NO_SYNC', 'VSYNC_LINES');
const page = fc.constantFrom('0', '$80', '8', '9');
const read = fc.oneof(
  value.map((each) => [`ld ${each}`]),
  cell.map((each) => [`ld [${each}]`]),
  fc.tuple(anyCell, fc.constantFrom('1', '3', '$80')).map(([each, mask]) => [`ld [${each}]`, `anda ${mask}`]),
  fc.tuple(cell, value).map(([each, added]) => [`ld [${each}]`, `adda ${added}`]),
  fc.tuple(page, cell).map(([high, each]) => [`ld ${high},y`, `ld [y,${each}]`]),
);
const store = fc.oneof(
  anyCell.map((each) => [`st [${each}]`]),
  fc.tuple(page, anyCell).map(([high, each]) => [`ld ${high},y`, `st [y,${each}]`]),
  fc.tuple(harmless, anyCell).map(([high, each]) => [`ld [${high}],y`, `st [y,${each}]`]),
  anyCell.map((each) => [`ctrl ${each}`]),
);
const words = fc.tuple(read, store).map((parts) => parts.flat());

/** Where words are put. */
export interface SharedHandler {
  /** By the number of the wait. */
  readonly waits: readonly (readonly [number, readonly string[]])[];
  readonly startUp: readonly string[];
  /** Whether a branch may pass by the words of the start-up. */
  readonly isPartial: boolean;
  readonly program: readonly (readonly string[])[];
  readonly ram: number;
}

export const sharedHandler: fc.Arbitrary<SharedHandler> = fc.record({
  waits: fc.array(fc.tuple(fc.nat(7), words), { maxLength: 2 }),
  startUp: fc.oneof(fc.constant([]), words),
  isPartial: fc.boolean(),
  program: fc.array(words, { maxLength: 2 }),
  ram: fc.constantFrom(32, 32, 64, 128),
});

/** The text of a program. */
export function writeSharedHandler({ waits, startUp, isPartial, program, ram }: SharedHandler): string {
  let number = 0;
  const [head, ...rest] = HANDLER.split('nextLine:\n');
  const lines = head!.replace(/\.wait (\d+) +;\d+/g, (wait, cycles: string) => {
    const put = waits.filter(([at]) => at === number).flatMap(([, each]) => each);
    number++;
    const left = Number(cycles) - put.length;
    return put.length === 0 || left < 1 ? wait : [...put, `.wait ${left}`].join('\n        ');
  });
  const early = isPartial ? ['ld in', 'bmi .past', 'nop', ...startUp, '.past: nop'] : startUp;
  const started = lines.replace('reset:  ld   NO_SYNC,out', ['reset:  ld   NO_SYNC,out', ...early].join('\n        '));
  const count = early.length;
  const shorter = started.replace(/\.repeat 29\n/, `.repeat ${29 - count}\n`);
  const body = program.map((each, index) => `.check .n${index}\n        ${each.join('\n        ')}\n.n${index}:`);
  return `        .ram ${ram}
        .zp mode
        .zp extra
${shorter}nextLine:\n${rest.join('')}
        .page
        trampoline
sieve:  ${body.join(' ')} .check .end
        bra  sieve
        nop
.end:
`;
}
