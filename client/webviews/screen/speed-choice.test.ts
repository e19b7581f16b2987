import { expect, it } from 'vitest';
import { parseSpeed, speedOptions } from './speed-choice.ts';

it('offers real time, multiples of it, and no limit', () => {
  const options = speedOptions('realtime');
  expect(options.map(({ text }) => text)).toEqual(['Real time', '× 2', '× 4', '× 8', '× 16', 'Unlimited']);
  expect(options.map(({ value }) => parseSpeed(value))).toEqual(['realtime', 2, 4, 8, 16, 'unlimited']);
});

it('offers the speed in force as well, in its place', () => {
  expect(speedOptions(0.25)[0]).toEqual({ value: '0.25', text: '× 0.25' });
  expect(speedOptions(3).map(({ value }) => value)).toEqual(['realtime', '2', '3', '4', '8', '16', 'unlimited']);
  expect(speedOptions(4)).toHaveLength(6);
});
