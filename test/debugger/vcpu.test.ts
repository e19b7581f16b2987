/** A program that interprets the vCPU: its registers, breakpoints on its instructions, steps from one to the next. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { assemble } from '#assembler';
import { ROOT } from '#test/cli/run-cli.ts';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';
import { ADDRESS, CALLING, PROGRAM, SOURCE, sourceWith } from '#test/emulator/vcpu-rom.ts';

const folder = folderForAllTests({
  'vcpu.rom': assemble('vcpu.gtasm', { read: () => ({ text: SOURCE }) }).rom(),
  'vcpu.gtasm': SOURCE,
  'calling.gtasm': sourceWith(CALLING.bytes),
  'plain.rom': Uint8Array.of(0, 0, 0xfc, 0, 0x02, 0),
  // At $0300: LDI 9, STW $50, HALT.
  'small.gt1': Uint8Array.of(3, 0, 6, 0x59, 9, 0x2b, 0x50, 0xb4, 0x80, 0, 3, 0),
  'program.sym': '0200 public main program.c\n020b public sub program.c\n0034 public pointer program.c\n',
  'program.gasm': [
    '_startAddress_ EQU 0x0200',
    '%include include/gigatron.i',
    'main EQU 0x0200',
    'sub EQU main + 0x0b',
    'pointer EQU 0x0034',
  ].join('\n'),
  'interface.json': '{"vacant": "0x0036"}',
  'wrong.gt1': Uint8Array.of(2, 0, 5, 1),
});

const file = (name: string): string => join(folder.path, name);

const client = clientForEachTest();

/** The variables of a scope of the innermost frame, as `name: value`. */
async function variables(scope: string): Promise<readonly string[] | undefined> {
  const { scopes } = await client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: 1 });
  const found = scopes.find(({ name }) => name === scope);
  if (found === undefined) return undefined;
  const { variablesReference } = found;
  const answer = await client.request<DebugProtocol.VariablesResponse['body']>('variables', { variablesReference });
  return answer.variables.map(({ name, value }) => `${name}: ${value}`);
}

async function step(): Promise<string> {
  await client.move('gigatron/seek', { to: 'vcpu' });
  return client.evaluate('vPC');
}

it('shows the registers of the vCPU and steps from instruction to instruction', async () => {
  await client.launchStopped({ program: file('vcpu.rom') });
  const seen = [];
  for (let i = 0; i < 8; i++) seen.push((await step()).slice(0, 5));
  expect(seen).toEqual(['$0200', '$0202', '$0204', '$0207', '$0209', '$020b', '$0209', '$020b']);
  expect(await client.position()).toBe(`0x${ADDRESS.dispatch.toString(16).padStart(4, '0')}:0`);
  expect(await variables('vCPU')).toEqual([
    'vPC: $020b (523)',
    'vAC: $1234 (4660)',
    'vLR: $7faa (32682)',
    'vSP: $f0 (240)',
    'instruction: $020b  BRA   $0209',
  ]);
  expect(await client.evaluate('[$30]')).toBe('$07 (7)');
});

it('steps into a call of the vCPU, or over it', async () => {
  await client.launchStopped({ program: file('calling.gtasm') });
  const over = async (): Promise<string> => {
    await client.move('gigatron/seek', { to: 'vcpu-over' });
    return (await client.evaluate('vPC')).slice(0, 5);
  };
  const seen = [];
  for (let i = 0; i < 6; i++) seen.push(await over());
  expect(seen).toEqual(['$0200', '$0203', '$0205', '$0207', '$0209', '$0205']);
  expect(await client.evaluate('[$32]')).toBe('$01 (1)');
  seen.length = 0;
  for (let i = 0; i < 4; i++) seen.push((await step()).slice(0, 5));
  expect(seen).toEqual(['$020b', '$020d', '$0207', '$0209']);
});

it('stops at a breakpoint within a call that is stepped over', async () => {
  await client.launchStopped({ program: file('calling.gtasm') });
  for (let i = 0; i < 3; i++) await step();
  await client.breakIn('vCPU $020d');
  expect(await client.move('gigatron/seek', { to: 'vcpu-over' })).toMatchObject({ reason: 'function breakpoint' });
  expect(await client.evaluate('vPC')).toBe('$020d (525)');
});

it('stops at an instruction of the vCPU, under a condition too', async () => {
  await client.launchStopped({ program: file('vcpu.gtasm') });
  const name = `vCPU $${PROGRAM.loop.toString(16)}`;
  expect(await client.breakIn({ name, condition: '[$30] == 8' })).toMatchObject([{ verified: true }]);
  expect(await client.move('continue')).toMatchObject({ reason: 'function breakpoint' });
  expect(await client.evaluate('vPC')).toBe('$0209 (521)');
  expect(await client.evaluate('[$30]')).toBe('$08 (8)');
});

it.each(['program.sym', 'program.gasm'])('knows a program by the names of symbol files: %s', async (names) => {
  await client.launchStopped({ program: file('calling.gtasm'), symbols: [names, 'interface.json'] });
  const breakpoints = await client.breakIn('sub', 'vCPU main', 'vCPU $0207', 'vCPU gone');
  expect(breakpoints.map(({ verified }) => verified)).toEqual([true, true, true, false]);
  const stops: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    expect(await client.move('continue')).toMatchObject({ reason: 'function breakpoint' });
    const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', {
      threadId: 1,
    });
    stops.push(stackFrames.filter(({ presentationHint }) => presentationHint === 'label').map(({ name }) => name));
  }
  expect(stops).toEqual([['vCPU: main'], ['vCPU: sub', 'vCPU: main+$7'], ['vCPU: main+$7', 'vCPU: main+$7']]);
  expect(await client.evaluate('[pointer]')).toBe('$0b (11)');
  expect(await client.evaluate('vacant')).toBe('$36 (54)');
  await step();
  await step();
  expect(await variables('vCPU')).toContain('instruction: $0205  CALL  pointer');
});

it('refuses symbols that are none, or not there', async () => {
  const launch = { program: file('vcpu.rom') };
  await client.request('initialize', { adapterID: 'gigatron' });
  expect(await client.failure('launch', { ...launch, symbols: ['wrong.gt1'] })).toContain('symbols cannot be read');
  expect(await client.failure('launch', { ...launch, symbols: ['gone.sym'] })).toContain('check "symbols"');
});

it('stops at a line of a program in the source, and shows where it came from', async () => {
  const main = join(ROOT, 'samples/system-rom/main.gtasm');
  const menu = join(ROOT, 'samples/system-rom/menu.gtasm');
  const lines = readFileSync(menu, 'utf8').split('\n');
  const line = (text: string): number => lines.findIndex((each) => each.includes(text)) + 1;
  await client.launchStopped({ program: main });
  expect(await client.breakAt(menu, line('STW  chosen'))).toMatchObject([
    { verified: true, line: line('STW  chosen') },
  ]);
  expect(await client.move('continue')).toMatchObject({ reason: 'breakpoint' });
  expect(await client.evaluate('vPC')).toBe('$0302 (770)');
  const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', { threadId: 1 });
  const frames = stackFrames.filter(({ name }) => name.startsWith('vCPU'));
  expect(frames.map((frame) => [frame.name, frame.line])).toEqual([
    ['vCPU: choose+$2', line('STW  chosen')],
    ['vCPU: main.items+$30', line('CALL vAC')],
  ]);
  expect(frames[0]?.source?.path).toBe(menu);
});

it('sets a register of the vCPU', async () => {
  await client.launchStopped({ program: file('vcpu.rom') });
  await step();
  await client.request('setExpression', { expression: 'vAC', value: '$4321' });
  expect(await client.evaluate('vac')).toBe('$4321 (17185)');
  expect(await client.evaluate('[$19]')).toBe('$43 (67)');
});

it('has none of this without an interpreter', async () => {
  await client.launchStopped({ program: file('plain.rom') });
  expect(await variables('vCPU')).toBeUndefined();
  const message = 'The program has no interpreter of the vCPU that the debugger knows.';
  expect(await client.failure('gigatron/seek', { to: 'vcpu' })).toBe(message);
  expect(await client.breakIn('vcpu $0200')).toMatchObject([{ verified: false, message }]);
});

it('starts a program that was put into RAM at once, and goes back to its start', async () => {
  await client.launchStopped({ program: file('vcpu.rom'), load: 'small.gt1' });
  expect(await step()).toBe('$0300 (768)');
  expect(await step()).toBe('$0302 (770)');
  expect(await step()).toBe('$0304 (772)');
  expect(await client.evaluate('[$50]')).toBe('$09 (9)');
  await client.move('reverseContinue');
  expect(await client.evaluate('[$300]')).toBe('$59 (89)');
  expect(await step()).toBe('$0300 (768)');
});

it('refuses a file that is not a program for the vCPU', async () => {
  const launch = { program: file('vcpu.rom') };
  await client.request('initialize', { adapterID: 'gigatron' });
  expect(await client.failure('launch', { ...launch, load: 'wrong.gt1' })).toContain('ends inside segment 1');
  expect(await client.failure('launch', { ...launch, load: 'missing.gt1' })).toContain('check "load" in launch.json');
});
