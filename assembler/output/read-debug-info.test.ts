/** Debug information from a file: read as it was written, or refused with one sentence if something in it is wrong. */
import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import type { DebugInfo } from '#assembler';
import { readDebugInfo } from './debug-info.ts';
import { assembleText } from '#test/assembler/assembled-text.ts';

const SOURCE = `.zp cell
.macro put value
        .break cell = 3
        ld   value
.endmacro
start:  put  1
        .break ac != 1
        bra  start
        nop
`;
const INFO = assembleText(SOURCE).debugInfo;

function read(info: unknown): ReturnType<typeof readDebugInfo> {
  return readDebugInfo(JSON.stringify(info));
}

function refused(change: (info: DebugInfo) => object): string {
  const result = read({ ...INFO, ...change(INFO) });
  return isFailure(result) ? result.message : '';
}

describe('debug information from a file', () => {
  it('is what was written, with breakpoints and macros', () => {
    expect(INFO.breaks?.length).toBe(2);
    expect(INFO.macros).toEqual([{ name: 'put', source: 0, line: 1, endLine: 4 }]);
    expect(JSON.parse(JSON.stringify(read(INFO)))).toEqual(JSON.parse(JSON.stringify(INFO)));
  });

  it('needs the RAM of the standard machine if it is older and does not say', () => {
    const { ramKib, ...older } = assembleText('.ram 64\nstart: bra start\nnop\n').debugInfo;
    expect([ramKib, (read(older) as DebugInfo).ramKib]).toEqual([64, 32]);
  });

  it.each<[string, (info: DebugInfo) => object, RegExp]>([
    ['a table of 2^52 entries', ({ tables: [t] }) => ({ tables: [{ ...t, last: 2 ** 52 }] }), /index of a table/],
    ['a table larger than RAM', ({ tables: [t] }) => ({ tables: [{ ...t, size: 1 << 20 }] }), /larger than the RAM/],
    ['a breakpoint in no source', ({ breaks: [b] = [] }) => ({ breaks: [{ ...b, source: 7 }] }), /names a source/],
    ['a breakpoint beyond the ROM', ({ breaks: [b] = [] }) => ({ breaks: [{ ...b, address: 65536 }] }), /address/],
    ['a comparison with no place', ({ breaks: [b] = [] }) => ({ breaks: [{ ...b, comparisons: [{}] }] }), /place/],
    ['RAM of no machine', () => ({ ramKib: 48 }), /"ramKib" must be one of 32, 64, 128/],
    ['a macro with a wrong line', ({ macros: [m] = [] }) => ({ macros: [{ ...m, line: -1 }] }), /line/],
  ])('with %s is refused', (_, change, message) => {
    expect(refused(change)).toMatch(message);
  });
});
