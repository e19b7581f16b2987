import { expect, it } from 'vitest';
import { unreadableReason } from './unreadable.ts';

it.each([
  [Object.assign(new Error('x'), { code: 'ENOENT' }), 'there is no such file'],
  [{ code: 'ENOTDIR' }, 'there is no such file'],
  [{ code: 'EISDIR' }, 'it is a folder'],
  [{ code: 'EPERM' }, 'permission denied'],
  [{ code: 'EMFILE' }, 'EMFILE'],
  [new Error('broken'), 'Error: broken'],
  [undefined, 'undefined'],
])('%j becomes "%s"', (error, reason) => {
  expect(unreadableReason(error)).toBe(reason);
});
