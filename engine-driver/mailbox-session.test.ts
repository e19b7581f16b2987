import { expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble } from '#assembler';
import { MailboxSession, missingName } from './mailbox-session.ts';

/** Waits for a command; 1 adds 1 to `nodes`, any other is never carried out. */
const SOURCE = `
COMMAND_COUNT = 1
COMMAND_UNKNOWN = 2

        .zp command
        .zp nodes, 4 index=number element=byte
        .row pair, 0..0 at $0400 bytes 2

mainLoop:
        ld   [command]
        xora COMMAND_COUNT
        bne  mainLoop
        nop
        ld   [nodes]
        adda 1
        st   [nodes]
        ld   0
        bra  mainLoop
        st   [command]
`;

function session(): MailboxSession {
  const { image, debugInfo, diagnostics } = assemble('main.gtasm', {
    read: (path) => (path === 'main.gtasm' ? { text: SOURCE } : failure('no such file')),
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return new MailboxSession(image, debugInfo);
}

it('carries out commands, and reports one that is not answered', () => {
  const program = session();
  expect(program.runUntilReady()).toBe(true);
  expect(program.command('COMMAND_COUNT', 1000)).toBe(true);
  expect(program.command('COMMAND_COUNT', 1000)).toBe(true);
  expect(program.nodes()).toBe(2);
  expect(program.command('COMMAND_UNKNOWN', 1000)).toBe(false);
});

it('reads and writes bytes and numbers by name', () => {
  const program = session();
  program.writeNumber('nodes', 0x12345678);
  expect([program.readNumber('nodes'), program.read('nodes'), program.read('nodes', 3)]).toEqual([
    0x12345678, 0x78, 0x12,
  ]);
  program.writeNumber('nodes', 2 ** 40);
  expect(program.readNumber('nodes')).toBe(0xffffffff);
  program.writeBytes('pair', [7, 8]);
  expect(program.readBytes('pair', 2)).toEqual([7, 8]);
  expect(program.address('pair')).toBe(0x0400);
});

it('throws on names that the program does not have', () => {
  const program = session();
  expect(() => program.symbol('noSuch')).toThrow('no symbol noSuch');
  expect(() => program.read('noSuch')).toThrow('no table noSuch');
});

it('says which needed name is missing, cells first', () => {
  const { debugInfo } = assemble('main.gtasm', { read: () => ({ text: SOURCE }) });
  expect(missingName(debugInfo, { cells: ['command'], constants: ['mainLoop'] })).toBeUndefined();
  expect(missingName(debugInfo, { cells: ['status'], constants: ['STATUS_DONE'] })).toBe('status');
  expect(missingName(debugInfo, { cells: [], constants: ['STATUS_DONE'] })).toBe('STATUS_DONE');
});
