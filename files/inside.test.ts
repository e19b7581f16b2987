import { expect, it } from 'vitest';
import { staysInside } from './content.ts';

it.each(['main.gtasm', 'a/b.gtasm', './a/../b.gtasm', 'a\\b.gtasm', 'a..b/..c', ''])('%s stays inside', (path) => {
  expect(staysInside(path)).toBe(true);
});

it.each(['../a', 'a/../../a', 'a\\..\\..\\a', '/etc/a', '\\a', 'C:\\a', 'c:a', 'file:///a', '..'])(
  '%s leads out',
  (path) => {
    expect(staysInside(path)).toBe(false);
  },
);
