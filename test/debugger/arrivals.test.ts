/** A time check whose trampoline runs its first word again counts as one arrival: one stop, one message, one hit. */
import { expect, it } from 'vitest';
import type { MeasuredMessage } from '#debugger/protocol';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

/** Each round charges 10; the handler, after the first word of the check has run again, gives 40. */
const PROGRAM = `
        .zp account
        .zp resume
        .zp round
        .timing account=account
        .trampoline leave

start:  ld   20
        st   [account]
loop:   .check after           ; line 10
        ld   [round]            ; line 11
        adda 1
        bra  loop
        st   [round]            ; line 14
after:
leave:  st   [resume]
        bra  ac                 ; runs the first word of the check
        bra  *+1                ; alone
        ld   [resume]
        adda 5
        st   [resume]
        ld   [account]
        adda 40
        st   [account]
        bra  [resume]
        nop
`;
const CHECK = 10;
const ROUND = 11;
const program = folderForAllTests().write('rounds.gtasm', PROGRAM);

const client = clientForEachTest((started) => started.launchStopped({ program, speed: 'unlimited' }));

/** The rounds in which it stops, in order. */
async function rounds(count: number, command = 'continue'): Promise<string[]> {
  const seen: string[] = [];
  while (seen.length < count) {
    expect((await client.move(command)).reason).toBe('breakpoint');
    expect(await client.line()).toBe(CHECK);
    seen.push(await client.evaluate('round'));
  }
  return seen;
}

const FIRST_TEN = Array.from({ length: 10 }, (_, round) => `$0${round} (${round})`.replace('$010', '$0a'));

it('stops once for each round, forwards and backwards', async () => {
  await client.breakAt(program, CHECK);
  expect(await rounds(10)).toEqual(FIRST_TEN);
  expect(await rounds(9, 'reverseContinue')).toEqual(FIRST_TEN.slice(0, 9).reverse());
});

it('is stepped over', async () => {
  await client.breakAt(program, CHECK);
  await rounds(5);
  expect((await client.move('next')).reason).toBe('step');
  expect(await client.line()).toBe(ROUND);
});

it('prints and counts once', async () => {
  await client.breakAt(
    program,
    { line: CHECK, logMessage: 'check' },
    { line: ROUND, logMessage: 'round' },
    { line: 14, hitCondition: '20' },
  );
  await client.move('continue');
  const lines = client.events.flatMap(({ event, body }) =>
    event === 'output' ? [(body as { output: string }).output] : [],
  );
  expect(lines.filter((line) => line === 'round\n')).toHaveLength(20);
  expect(lines.filter((line) => line === 'check\n')).toHaveLength(20);
});

it('is counted once in what is measured', async () => {
  await client.breakAt(program, { line: ROUND, hitCondition: '20' });
  await client.move('continue');
  const told = client.event<MeasuredMessage>('gigatron/measured');
  await client.move('gigatron/measure', { stretch: 'run' });
  const { files, lcov } = await told;
  const lines = files.flatMap((file) => file.lines);
  expect(lines.find(({ line }) => line === CHECK - 1)?.count).toBe(20);
  expect(lcov).toContain(`DA:${CHECK},20\n`);
});

it('meets a hit count in its round', async () => {
  await client.breakAt(program, { line: CHECK, hitCondition: '== 9' });
  expect(await rounds(1)).toEqual(['$08 (8)']);
});

it('stops at a label there, and at the instruction, once', async () => {
  await client.breakIn('loop');
  for (const round of FIRST_TEN.slice(0, 6)) {
    await client.move('continue');
    expect(await client.evaluate('round')).toBe(round);
  }
});
