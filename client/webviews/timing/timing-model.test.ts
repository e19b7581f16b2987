import { expect, it } from 'vitest';
import type { FrameMessage } from '#debugger/protocol';
import { pageRows } from '../memory-map/memory-map-model.ts';
import { checkRows, frameBars, lineText, presentLine, presentText, summary, wrongRows } from './timing-model.ts';

const KINDS = { pulse: 24, handler: 26, code: 100, waiting: 50 };
const GOOD = { from: 100, cycles: 200, handlerCycles: 60, ...KINDS, path: ['handler', 'loop'] };
const LONG = { ...GOOD, from: 3_000_000, cycles: 210, handlerCycles: 50, code: 160, waiting: 0, path: ['loop'] };
const FRAME: FrameMessage = {
  from: 0,
  to: 600,
  lineCycles: 200,
  handlerShare: 110 / 410,
  lines: [GOOD, LONG],
  present: [
    { kind: 'pulse', cycles: 24 },
    { kind: 'handler', cycles: 6 },
    { kind: 'pulse', cycles: 1 },
  ],
  at: 'loop+2',
  checks: [
    { address: 2, charge: 8, passes: 30, left: 0, worst: 3, path: '/a/main.gtasm', line: 6 },
    { address: 0x1234, charge: 20, passes: 4000, left: 5, worst: -9 },
  ],
  rom: [],
  ram: [],
};

it('draws the present line, and what is left of it', () => {
  expect(presentLine(FRAME)).toEqual([
    { kind: 'pulse', from: 0, cycles: 24 },
    { kind: 'handler', from: 24, cycles: 6 },
    { kind: 'pulse', from: 30, cycles: 1 },
    { kind: 'left', from: 31, cycles: 169 },
  ]);
  expect(presentText(FRAME)).toBe('loop+2: cycle 31 of the line, 169 left');
  expect(presentText({ ...FRAME, lineCycles: 30 })).toBe('loop+2: cycle 31 of the line, 1 too many');
});

it('draws a frame, and marks lines that are too long', () => {
  expect(frameBars(FRAME)).toEqual({
    pulse: 'M0 0h24v1h-24zM0 1h24v1h-24z',
    handler: 'M24 0h26v1h-26zM24 1h26v1h-26z',
    code: 'M50 0h100v1h-100zM50 1h160v1h-160z',
    waiting: 'M150 0h50v1h-50z',
    wrong: 'M204 1h12v1h-12z',
  });
  expect(wrongRows(FRAME)).toEqual([1]);
  expect(lineText(LONG, 1, 200)).toBe(
    'Line 1 from cycle 3,000,000: 210 cycles instead of 200; pulse 24, handler 26, code 160, waiting 0. loop',
  );
  expect(summary(FRAME)).toBe(
    '2 lines, 26.8\u00a0% in the video handler: ' +
      'pulse 11.7\u00a0%, handler 12.7\u00a0%, code 63.4\u00a0%, waiting 12.2\u00a0%',
  );
});

it('lists time checks, the least slack first', () => {
  expect(checkRows(FRAME).map(({ cells }) => cells.join(' '))).toEqual([
    '$1234 20 4,000 5 -9',
    'main.gtasm:7 8 30 0 3',
  ]);
});

it('maps pages by what is in them and how hot they are', () => {
  const place = { path: '/a', line: 3 };
  const page = { page: 18, owners: ['main', 'loop'], used: 130, executed: 90, reads: 0, writes: 0, ...place };
  const [row] = pageRows([page, { ...page, page: 19, owners: [], used: 0, executed: 0 }], 'rom');
  expect(row).toEqual([
    { ...place, key: 'rom:18', heat: 5, fill: 3, address: 0x1200, text: expect.stringContaining('main, loop; 130 of') },
    { ...place, key: 'rom:19', heat: 0, fill: 0, address: 0x1300, text: expect.stringContaining('page $13: nobody') },
  ]);
});
