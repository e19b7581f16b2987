/**
 * Random programs whose handler and code share bytes, with a frame of 40 lines: the sample's handler, with words put
 * into its waits, its start-up and the program's checks. What they store may harm the picture or not.
 *
 * Most programs share in only one way, so that what harms the picture does not hide behind something else.
 */
import fc from 'fast-check';
import { SMALL_HANDLER } from './small-handler.ts';

// What is put between them may have labels.
const HANDLER = SMALL_HANDLER.replace(/\.(sameRow|pulse|end)\b/g, 'row_$1');

/** Lines, with their cycles and their words. */
interface Lines {
  readonly text: readonly string[];
  readonly cycles: number;
  readonly words: number;
}

export const plain = (...text: readonly string[]): Lines => ({ text, cycles: text.length, words: text.length });
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
/**
 * A read of a code lookup table, of which the entries but the first are alike; `@` stands for a number of its own. Of
 * sixteen entries, the proof knows from `.targets` alone which they are.
 */
const tableOf = (size: 2 | 16, load: string, first: string, others: string): Lines => {
  const index = [load, `anda ${size - 1}`, 'adda table@'];
  const words = [...index, '.targets table@', 'bra ac', '.intended', 'bra behind@'];
  const values = [first, ...Array<string>(size - 1).fill(others)];
  const entries = ['.lookup table@', `.entry ${values.join(', ')}`, '.endlookup', 'behind@: nop'];
  return { text: [...words, ...entries], cycles: 7, words: 6 + size };
};
const tableSize = fc.constantFrom(2, 16, 16);
const table = fc
  .tuple(tableSize, harmless, value, value)
  .map(([size, each, first, others]) => tableOf(size, `ld [${each}]`, first, others));
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
  /** Whether a branch may skip the words of start-up. */
  readonly isPartial: boolean;
  /** How start-up comes to these words: they are its own, or those of a routine that it calls. */
  readonly call: keyof typeof CALLS;
  /** What start-up stores to the account, one after another; if it is nothing, what is left of the line. */
  readonly accounts: readonly string[];
  /** The lines before vSync first falls: sync bits, how many, and what the last of them does. */
  readonly first: readonly [low: string, high: string, lines: string, end: string];
  /** What the last line below the picture does. */
  readonly bottom: string;
  readonly program: readonly Lines[];
  /** The byte through which a routine of the program returns, if it has one. */
  readonly back: string | undefined;
  /** What the trampoline does before it waits; AC stays. */
  readonly wayIn: readonly string[];
  /** How the trampoline executes the first word of the check again. */
  readonly again: 'near' | 'far' | 'elsewhere';
  /** What the line uses the cycles that were left for. */
  readonly left: keyof typeof USES_OF_LEFT;
  /** Whether the program has one check only, and the handler goes back by constants. */
  readonly isAlone: boolean;
  /** What a check of the program charges at least. */
  readonly charge: number;
  readonly ram: number;
}

/** Nothing is shared. */
export const PLAIN: SharedHandler = {
  waits: [],
  startUp: plain(),
  isPartial: false,
  call: 'none',
  accounts: [],
  first: ['BOTH', 'V_SYNC', 'VSYNC_LINES', 'endVSync'],
  bottom: 'startVSync',
  program: [plain('nop')],
  back: undefined,
  wayIn: [],
  again: 'near',
  left: 'nothing',
  isAlone: false,
  charge: 0,
  ram: 32,
};

const ram = fc.constantFrom(32, 32, 64, 128);
/** Long waits, of which some are in each line and some in one line of a frame. */
const wait = fc.constantFrom(0, 1, 3, 5, 6);
/** Those that hold three pieces. */
const longest = fc.constantFrom(1, 3, 5, 7);
/** What start-up leaves in the account, and how it calls. */
const someLeft = fc.constantFrom('0', '1', '3', '7', '20', '100', '127');
const call = fc.constantFrom<keyof typeof CALLS>('none', 'none', 'near', 'far');
const returnBytes = fc.constantFrom('0', '0', '1', '2', '8', '$80');

/** Loads a byte of which nothing is known, or that counts frames from 0; no button is pressed. */
const anyByte = fc.constantFrom(['ld in', 'xora $ff'], ['ld [frame]']);
const oneOfTwo = fc.constantFrom('8', '8', '$80');

/** Values that words store; a table has one of `first` in its first entry. */
interface StoredValues {
  readonly first: fc.Arbitrary<string>;
  readonly others: fc.Arbitrary<string>;
}

/** Brings one of some values into a byte. */
const storeTo = (target: string, { first, others }: StoredValues): fc.Arbitrary<Lines> => {
  const byY = (...y: string[]) => others.map((each) => plain(...y, `ld ${each}`, `st [y,${target}]`));
  return fc.oneof(
    fc.oneof(first, others).map((each) => plain(`ld ${each}`, `st [${target}]`)),
    {
      weight: 4,
      arbitrary: fc
        .tuple(tableSize, fc.constantFrom('ld in', 'ld [frame]'), first, others)
        .map((drawn) => together([tableOf(...drawn), plain(`st [${target}]`)])),
    },
    fc.constantFrom('0', '$80', '8').chain((high) => byY(`ld ${high},y`)),
    // A page that is one of two.
    {
      weight: 3,
      arbitrary: fc.tuple(anyByte, oneOfTwo).chain(([load, mask]) => byY(...load, `anda ${mask}`, 'ld ac,y')),
    },
    { weight: 2, arbitrary: fc.constant(plain(`ctrl ${target}`)) },
    { weight: 2, arbitrary: fc.tuple(waysByX(target), others).map(([way, each]) => plain(...way(each))) },
  );
};

/** Stores by X, which is the byte, the one before it, or one of two, as a constant or by what nothing is known of. */
const waysByX = (target: string): fc.Arbitrary<(value: string) => readonly string[]> =>
  fc.oneof(
    fc.constant((each: string) => [`ld ${target},x`, `ld ${each}`, 'st [x]']),
    fc
      .tuple(fc.constantFrom('0', '$80', '8'), fc.constantFrom('st [y,x]', 'st [y,x++]', 'ctrl y,x'))
      .map(([high, last]) => (each: string) => [
        `ld ${high},y`,
        `ld ${target} - 1,x`,
        `ld ${each}`,
        'st [y,x++]',
        last,
      ]),
    fc
      .tuple(anyByte, fc.constantFrom('st [x]', 'st in,[x]', 'ctrl x'))
      .map(([load, last]) => (each: string) => [...load, 'anda 1', `adda ${target},x`, `ld ${each}`, last]),
    fc.constant((each: string) => [`ld ${target} - 1`, `adda 1`, 'st [$f0],x', `ld ${each}`, 'st [x]']),
  );

/**
 * A line takes a cycle less if a byte has some bits, or if it has none of them, and words that store to this byte are
 * put somewhere. Mostly only one store can bring the wrong bits, so that the picture depends on what is known of it.
 */
const sensitive: fc.Arbitrary<Partial<SharedHandler>> = fc
  .record({
    target: fc.constantFrom('extra', 'mode'),
    mask: fc.constantFrom('1', '2', '8', '$80'),
    isClear: fc.boolean(),
    ram,
  })
  .chain(({ target, mask, isClear, ram: kib }) => {
    const [right, wrong] = isClear ? ['0', mask] : [mask, '0'];
    const use = plain(
      `ld [${target}]`,
      `anda ${mask}`,
      `${isClear ? 'bne' : 'beq'} behind@`,
      'nop',
      'nop',
      'behind@: nop',
    );
    const start = fc.constantFrom(right, right, right, wrong);
    const store = storeTo(target, { first: start, others: fc.constantFrom(right, wrong, wrong) });
    const inProgram = fc.array(store, { minLength: 1, maxLength: 2 });
    const inLines = fc.tuple(wait, wait, store).map(([at, other, put]) => [[at, use] as const, [other, put] as const]);
    // In one line the byte is set, perhaps stored to, and used.
    const set = plain(`ld ${right}`, `st [${target}]`);
    const inOneLine = fc.tuple(longest, store).map(([at, put]) => [set, put, use].map((each) => [at, each] as const));
    const onlyUse = wait.map((at) => [[at, use] as const]);
    const stores = fc.oneof(
      fc.record({ waits: onlyUse }),
      { weight: 2, arbitrary: fc.record({ waits: onlyUse, program: inProgram }) },
      fc.record({ waits: inLines }),
      { weight: 2, arbitrary: fc.record({ waits: inOneLine }) },
    );
    const accounts = fc.oneof(fc.constant([]), fc.array(someLeft, { minLength: 1, maxLength: 2 }));
    const byX = fc.nat(9).map((kind) => (kind === 0 ? [`ld ${target},x`, `ld ${wrong}`, 'st [x]'] : []));
    const setUp = fc.record({ call, accounts, passes: fc.nat(2) });
    return fc.tuple(start, byX, setUp, stores).map(([each, last, { passes, ...others }, changes]) => ({
      startUp: plain(`ld ${each}`, `st [${target}]`, ...last),
      isPartial: passes === 0,
      ram: kib,
      ...others,
      ...changes,
    }));
  });

/** Another way to the first word of the check, or an account or a way back that depends on the cycles left. */
const waysIn: fc.Arbitrary<Partial<SharedHandler>> = fc.oneof(
  fc.record({ again: fc.constantFrom('far', 'elsewhere'), charge: fc.constantFrom(0, 33, 65) }),
  fc.record({ isAlone: fc.constant(true), charge: fc.constantFrom(0, 33) }),
  fc.record({ left: fc.constantFrom('account', 'account', 'low', 'page'), charge: fc.constantFrom(33, 65) }),
);

const frames: fc.Arbitrary<Partial<SharedHandler>> = fc.record({
  first: fc.oneof(
    fc.constant(PLAIN.first),
    fc.constantFrom('1', '12', '39', '41', '80').map((lines) => ['H_SYNC', 'NO_SYNC', lines, 'startVSync'] as const),
  ),
  bottom: fc.constantFrom('startVSync', 'startVSync', 'startPicture', 'endVSync'),
});

/** A routine returns through a byte to which the handler may store, on its way in or later. */
const returns: fc.Arbitrary<Partial<SharedHandler>> = fc
  .record({ back: fc.constantFrom('extra', 'mode'), ram, target: fc.constantFrom('extra', 'mode') })
  .chain(({ target, ...others }) =>
    fc.oneof(
      fc
        .tuple(wait, storeTo(target, { first: returnBytes, others: returnBytes }))
        .map((each) => ({ ...others, waits: [each] })),
      page.map((high) => ({ ...others, wayIn: [`ld ${high},y`, `st [y,${target}]`] })),
    ),
  );

const anything: fc.Arbitrary<SharedHandler> = fc.record({
  waits: fc.array(fc.tuple(fc.nat(7), words), { minLength: 1, maxLength: 2 }),
  startUp: fc.oneof(fc.constant(plain()), words),
  isPartial: fc.boolean(),
  call: fc.constant(PLAIN.call),
  accounts: fc.constant(PLAIN.accounts),
  first: fc.constant(PLAIN.first),
  bottom: fc.constant(PLAIN.bottom),
  program: fc.array(words, { minLength: 1, maxLength: 2 }),
  back: fc.constantFrom(undefined, undefined, 'mode', 'extra'),
  wayIn: fc.constant([]),
  again: fc.constant('near'),
  left: fc.constant('nothing'),
  isAlone: fc.constant(false),
  charge: fc.constantFrom(0, 0, 33, 65),
  ram,
});

export const sharedHandler: fc.Arbitrary<SharedHandler> = fc
  .oneof(
    { weight: 6, arbitrary: sensitive },
    { weight: 2, arbitrary: waysIn },
    { weight: 2, arbitrary: frames },
    { weight: 1, arbitrary: returns },
    { weight: 2, arbitrary: anything },
  )
  .map((changes) => ({ ...PLAIN, ...changes }));

/** Joins lines; the labels of each piece get a number of their own. */
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
  const [head = '', ...rest] = withTrampoline(withStart(USES_OF_LEFT[drawn.left](HANDLER), drawn, text), drawn).split(
    'nextLine:\n',
  );
  let number = 0;
  const lines = head.replace(/\.wait (\d+) +;\d+/g, (wait, cycles: string) => {
    const pieces = drawn.waits.filter(([at]) => at === number).map(([, each]) => each);
    const put = together(pieces);
    number++;
    const left = Number(cycles) - put.cycles;
    if (put.cycles === 0 || left < 1) return wait;
    // Each piece with a number of its own.
    return [...pieces.map((each) => text.of(each)), `.wait ${left}`].join('\n        ');
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

function programOf({ program, back, charge, again, isAlone }: SharedHandler, text: Text): string {
  if (isAlone) return `sieve:  .check sieveEnd\n.repeat ${charge}\nnop\n.endrepeat\nbra sieve\nnop\nsieveEnd:`;
  const blocks = program.map((each, index) => {
    return `.check next${index} - ${each.words - each.cycles}\n        ${text.of(each)}\nnext${index}:`;
  });
  const nops = `.repeat ${charge - 5}\n        nop\n        .endrepeat`;
  const pad = charge > 5 ? `.check pad\n        ${nops}\npad:` : '';
  const call = back === undefined ? '' : 'called: .check back + 1\n        bra sub\n        ld back\nback:';
  const routine = `sub: st [${back}]\n        .check subEnd\n        bra [${back}]\n        nop\nsubEnd:`;
  return `sieve:  ${blocks.join(' ')} ${pad} ${call} .check sieveEnd
        bra  sieve
        nop
sieveEnd:
${back === undefined ? '' : routine}
${again === 'elsewhere' ? `        ${PAGE_ELSEWHERE}` : ''}`;
}

/** The words of start-up. */
function withStart(handler: string, drawn: SharedHandler, text: Text): string {
  const { startUp, isPartial, call: called, accounts, first, bottom } = drawn;
  const [low, high, lines, end] = first;
  const put = text.of(startUp);
  const words = isPartial ? `ld in\n        bmi past\n        nop\n        ${put}\npast: nop` : put;
  const [early, routine] = CALLS[called](words);
  const cycles = startUp.cycles + (isPartial ? 4 : 0);
  const [last, ...before] = [...accounts].reverse();
  const stores = before.reverse().map((each) => `ld ${each}\n        st [account]`);
  return handler
    .replace(/ld {3}200 - 24 - 14 - .*/, (account) => inserted(...stores, last === undefined ? account : `ld ${last}`))
    .replace(/(?=resetEnd:)/, routine)
    .replace(
      'ld   BOTH\n        st   [syncLow]\n        st   [frame]',
      `ld   ${low}\n        st   [syncLow]\n        st   [frame]`,
    )
    .replace(
      'ld   V_SYNC\n        st   [syncHigh]\n        ld   VSYNC_LINES\n',
      `ld   ${high}\n        st   [syncHigh]\n        ld   ${lines}\n`,
    )
    .replace('ld   endVSync\n', `ld   ${end}\n`)
    .replace(/ld {3}startVSync( +;6\n)/, `ld   ${bottom}$1`)
    .replace('reset:  ld   NO_SYNC,out', `reset:  ld   NO_SYNC,out\n        ${early}`)
    .replace(/\.repeat 29\n/, `.repeat ${29 - cycles}\n`);
}

/** Words of start-up, and those of a routine that it calls, which come after its own. */
const CALLS = {
  none: (words: string) => [words, ''] as const,
  near: (words: string) => [
    inserted('bra prepare', 'ld prepared', 'prepared:'),
    inserted('prepare: st [resumeLo]', words, 'bra [resumeLo]', 'nop', ''),
  ],
  far: (words: string) => [
    inserted('ld >prepared', 'st [resumeHi]', 'ld >prepare,y', 'jmp y,prepare', 'ld prepared', 'prepared:'),
    inserted('prepare: st [resumeLo]', words, 'ld [resumeHi],y', 'jmp y,[resumeLo]', 'nop', ''),
  ],
} satisfies Record<string, (words: string) => readonly [string, string]>;

/** From the first word of the check, executed again, to the slide. */
const TO_SLIDE = ['suba [account]', 'ld >slide,y', 'jmp y,ac', 'nop'];
/** A trampoline that executes a word of another page in place of the check's, and goes on there. */
const ELSEWHERE = ['ld >*', 'st [resumeHi]', 'ld [resumeLo]', 'ld >elsewhere,y', 'jmp y,ac', '.intended', 'bra *+1'];
/** That page; it goes on as the trampoline does, in words at the same offset. */
const PAGE_ELSEWHERE = [
  '.org $0a00',
  'elsewhere:',
  ...['.repeat 7', 'ld -20', '.endrepeat'],
  ...TO_SLIDE,
  ...['.repeat 245', 'ld -20', '.endrepeat'],
].join('\n        ');

/** A trampoline that executes the first word of the check by a far jump, or that keeps the cycles left, less than 0. */
function withTrampoline(handler: string, { again, left, wayIn, isAlone }: SharedHandler): string {
  if (isAlone) return handler.replace(/ld {3}\[resumeHi\],y .*/, 'ld 4,y').replace('jmp  y,[resumeLo]', 'jmp y,$0d');
  if (again === 'elsewhere') {
    const words = [...ELSEWHERE, ...TO_SLIDE].join('\n        ');
    return handler.replace(/bra {2}ac [^]*?st {3}>\*,\[x\]/, words).replaceAll(' - 14 ', ' - 17 ');
  }
  const jump = again === 'near' ? 'bra ac' : 'ld >*,y\n        jmp y,ac';
  const more = left === 'nothing' ? wayIn : ['st [extra]'];
  const longer = Number(again !== 'near') + more.length;
  return handler
    .replace(/bra {2}ac .*/, jump)
    .replace(/suba \[account\] .*/, ['suba [account]', ...more].join('\n        '))
    .replaceAll(' - 14 ', ` - ${14 + longer} `);
}

const inserted = (...lines: readonly string[]): string => lines.join('\n        ');

/** What a line does with the cycles that were left: `extra` holds them, less than 0. */
const USES_OF_LEFT = {
  nothing: (handler: string) => handler,
  // 4 times the most cycles that a check of 65 can find left is 0 in a byte.
  account: (handler: string) => {
    const words = ['ld [extra]', 'adda ac', 'adda ac', 'st [mode]', 'ld [account]', 'suba [mode]', 'st [account]'];
    return handler.replace('.wait 13 ', inserted(...words, `.wait ${13 - words.length} `));
  },
  low: (handler: string) => later(handler.replace(/adda 5 .*/, inserted('adda 5', 'suba [extra]')), 1),
  page: (handler: string) =>
    later(handler.replace(/ld {3}\[resumeHi\],y .*/, inserted('ld [resumeHi]', 'suba [extra]', 'ld ac,y')), 2),
};

/** The handler, from whose lines the program goes on so many cycles later. */
function later(handler: string, cycles: number): string {
  return handler.replace(/RESUME += 65/, `RESUME = ${65 + cycles}`);
}
