/** Stores through Y, and jumps with declared targets: by tables, and to places in other pages. */
import fc from 'fast-check';
import { some, data, CHECK, landing, nops, twoWays, type FragmentWriter } from './fragment.ts';
import { PAGE } from './new-data.ts';

/** A store through a Y that is 0, or $80, for some reason, which hits the account or another byte. */
export const storeByY: fc.Arbitrary<FragmentWriter> = fc
  .record({
    data,
    means: fc.constantFrom(
      ['adda ac,y', 'ld 0'],
      ['anda 0,y', ''],
      ['suba ac,y', ''],
      ['ld 0,y', ''],
      ['xora ac,y', ''],
      ['ld 3,y', ''],
      ['ld $80,y', ''],
      ['anda $80,y', ''],
    ),
    by: fc.constantFrom('sum', 'branch', 'two branches'),
    target: fc.constantFrom('$20', '$20', '$5a'),
  })
  .map((drawn) => ({ label }) => {
    const [means, before] = drawn.means as [string, string];
    const byBranch = [
      `ld [${drawn.data}]`,
      `bne ${label}s`,
      'ld ac,y',
      `st [y,${drawn.target}]`,
      `bra ${label}j`,
      'nop',
      `${label}s: .nops 3`,
      `${label}j: nop`,
    ];
    const byTwo = [
      `ld [${drawn.data}]`,
      `bge ${label}p`,
      'nop',
      '.nops 4',
      `bra ${label}j`,
      'nop',
      `${label}p: ble ${label}z`,
      'nop',
      '.nops 2',
      `bra ${label}j`,
      'nop',
      `${label}z: ld ac,y`,
      `st [y,${drawn.target}]`,
      `bra ${label}j`,
      'nop',
      `${label}j: nop`,
    ];
    const bySum = [`ld [${drawn.data}]`, ...(before === '' ? [] : [before]), means, 'nop', `st [y,${drawn.target}]`];
    return { main: [CHECK, ...{ sum: bySum, branch: byBranch, 'two branches': byTwo }[drawn.by]] };
  });

/** A store through a Y that is computed from 0 or from data: where nothing is added to 0, it hits a return address. */
export const zeroOrData: fc.Arbitrary<FragmentWriter> = fc
  .record({
    data,
    operation: fc.constantFrom('adda', 'suba', 'xora'),
    constant: fc.constantFrom(0, 3, 3, 128),
    words: some,
  })
  .map((drawn) => ({ label, cell }) => {
    const back = `$${cell.toString(16)}`;
    return {
      main: [
        CHECK,
        ...twoWays(label, drawn.data, 'nop', `ld [$${PAGE.toString(16)}]`),
        `${label}j: ${drawn.operation} ${drawn.constant}`,
        'ld ac,y',
        `ld ${label}r`,
        `st [${back}]`,
        `ld ${label}v`,
        `st [y,${back}]`,
        CHECK,
        `bra [${back}]`,
        'nop',
        ...landing(label, drawn.words),
      ],
    };
  });

/** A table whose jump is in a delay slot, or not; its index is masked, so that it needs no declaration. */
export const table: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, isInSlot: fc.boolean(), declares: fc.constantFrom('whole', 'each', 'nothing'), tests: fc.boolean() })
  .map((drawn) => ({ label }) => {
    const index = [`ld [${drawn.data}]`, 'anda 3', `adda ${label}t`];
    const each = [0, 1, 2, 3].map((entry) => `${label}t+${entry}`).join(', ');
    const targets = { whole: [`.table ${label}t, 4`, `.targets ${label}t`], each: [`.targets ${each}`], nothing: [] }[
      drawn.declares
    ];
    const entries = [`${label}t: ld 0`, 'ld 253', 'ld 6', 'ld 247'];
    const test = drawn.tests ? [`blt ${label}n`, 'nop', `bra ${label}j`, 'nop', `${label}n: .nops 2`] : [];
    const jump = drawn.isInSlot
      ? [`bra ${label}s`, ...targets, 'bra ac', `bra ${label}b`, 'nop', `${label}s: nop`]
      : [...targets, 'bra ac', `bra ${label}b`];
    return { main: [CHECK, ...index, ...jump, ...entries, `${label}b: nop`, ...test, `${label}j: nop`] };
  });

/** A place in another page, and what is at the same low byte in the main page. */
function elsewhere(label: string, page: number, words: number): readonly string[] {
  const low = 0xc0 + 2 * (page & 0x1f);
  const leave = [`ld >${label}b,y`, `jmp y,<${label}b`, 'nop'];
  return [
    `.org $${(0x100 + low).toString(16)}`,
    ...nops(words + 1),
    ...leave,
    `.org $${(page * 0x100 + low).toString(16)}`,
    `${label}z: .nops ${words}`,
    ...leave,
  ];
}

/** A jump with more declarations than it needs, and with targets in a page that it cannot reach. */
export const declaredJump: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, between: some, kind: fc.constantFrom('list', 'first', 'last', 'elsewhere') })
  .map(({ data: cell, between, kind }) => ({ label, page }) => {
    const [a, b] = [`${label}a`, `${label}b`];
    const target = kind === 'elsewhere' ? `${label}z` : a;
    const declared = {
      list: [`.targets ${a}, ${b}`],
      first: [`.targets ${a}`, `.targets ${b}`],
      last: [`.targets ${b}`, `.targets ${a}`],
      elsewhere: [`.targets ${label}z`],
    }[kind];
    return {
      main: [
        CHECK,
        `ld [${cell}]`,
        `beq ${label}x`,
        `ld <${kind === 'elsewhere' ? target : b}`,
        // Both ways take the same time, so that only the jump can make a difference.
        `bra ${label}w`,
        `ld <${target}`,
        `${label}x: .nops 2`,
        // Something that the proof does not follow, so that it has to trust the declaration.
        `${label}w: st [$5b]`,
        'ld [$5b]',
        ...declared,
        'bra ac',
        'nop',
        `${a}: nop`,
        ...nops(between),
        `${b}: nop`,
      ],
      pages: kind === 'elsewhere' ? elsewhere(label, page, between) : [],
    };
  });

/** A jump by a byte that is no return address, though a delay slot has loaded it, to a page that is one of two. */
export const statePointer: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, words: some })
  .map((drawn) => ({ label, cell, page }) => {
    const [low, high] = [`$${cell.toString(16)}`, `$${(cell + 1).toString(16)}`];
    return {
      main: [
        CHECK,
        `ld [${drawn.data}]`,
        `beq ${label}o`,
        `ld ${page}`,
        `bra ${label}s`,
        'nop',
        `${label}o: nop`,
        'ld 1',
        `${label}s: st [${high}]`,
        `bra ${label}t`,
        `ld <${label}z`,
        `${label}t: st [${low}]`,
        CHECK,
        `ld [${high}],y`,
        `jmp y,[${low}]`,
        'nop',
        `${label}b: nop`,
      ],
      pages: elsewhere(label, page, drawn.words),
    };
  });
