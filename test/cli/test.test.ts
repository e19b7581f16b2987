/** `gigatron test`: what it prints and writes, its filter, and its status. */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gigatron, ROOT } from '#test/cli/run-cli.ts';
import { temporaryFolder } from '#test/files/temporary-folder.ts';
import { programPath } from '#test/programs.ts';

const folder = temporaryFolder();
const CODE = `.zp back
.zp value
start:  bra  start
        nop
`;
const ROUTINE = `; double: twice the value.
; Out: AC
.proc double
        st   [back]
        ld   [value]
        bge  .small
        adda [value]
        ora  $80
.small: bra  [back]
        nop
.endproc

.test "double"
        .cases n
        .case 3
        .case $81
        .given value = n
        .call double
        .expect ac = (2 * n) & $ff
.endtest
.test "quick"
        .call double
        .expect cycles < 7
.endtest
`;

function source(name: string, routine = ROUTINE): string {
  const path = join(folder, name);
  writeFileSync(path, `${CODE}        .include "of-${name}"\n`);
  writeFileSync(join(folder, `of-${name}`), routine);
  return path;
}

const MAIN = source('main.gtasm');

it('prints a line for each test, and one for each case that failed, and ends with 1', () => {
  const { status, stdout, stderr } = gigatron('test', MAIN);
  expect(stdout).toBe('FAILED  double, 2 cases, 6..7 cycles\npassed  quick, 6 cycles\n2 passed, 1 failed\n');
  expect(stderr).toMatch(/of-main\.gtasm:19:\d+: failed double \(n = 129\): AC is \$82 \(130\), expected \$02/);
  expect(status).toBe(1);
});

it('tests a program once for all of its sources', () => {
  const part = join(folder, 'of-main.gtasm');
  const { stdout, stderr } = gigatron('test', part, MAIN);
  expect(stdout).toMatch(/\n2 passed, 1 failed\n$/);
  expect(gigatron('test', part).stderr).toMatch(/^.*of-main\.gtasm is part of .*main\.gtasm, which is taken\n/);
  expect(stderr).not.toContain('is part of');
});

it('prints one document', () => {
  const { stdout } = gigatron('test', MAIN, '--json', '--filter', 'DOUBLE (n = 3)');
  expect(JSON.parse(stdout)).toMatchObject({
    passed: 1,
    failed: 0,
    tests: [{ name: 'double (n = 3)', line: 15, passed: true, message: '', cycles: 6 }],
  });
});

it('says that no test matches the filter', () => {
  const { status, stderr } = gigatron('test', MAIN, '--filter', 'nothing');
  expect(stderr).toContain('no test has "nothing" in its name');
  expect(status).toBe(1);
});

it('writes JUnit and LCOV', () => {
  const [junit, lcov] = [join(folder, 'junit.xml'), join(folder, 'lcov.info')];
  gigatron('test', MAIN, '--junit', junit, '--lcov', lcov);
  const xml = readFileSync(junit, 'utf8');
  expect(xml).toContain('<testsuites tests="3" failures="1" errors="0"');
  expect(xml).toMatch(/name="double \(n = 129\)".*\n\s*<failure message="AC is /);
  const report = readFileSync(lcov, 'utf8');
  expect(report).toContain('SF:');
  // Line 6 is the branch: taken by 3 and by the test without a value, not by $81.
  expect(report).toMatch(/BRDA:6,\d+,0,2\nBRDA:6,\d+,1,1\nBRF:2\nBRH:2\n/);
  expect(report).toMatch(/DA:8,1\n/);
});

it('does not test a program with errors, and says what is wrong', () => {
  const { status, stderr } = gigatron('test', source('wrong.gtasm', '.test "a"\n.expect nowhere = 1\n.endtest\n'));
  expect(stderr).toMatch(/of-wrong\.gtasm:2:9: error GT1002/);
  expect(status).toBe(1);
});

it('runs again when an included source changes', async () => {
  const main = source('watched.gtasm', '.test "a"\n.expect ac = 1\n.endtest\n');
  const process = spawn(globalThis.process.execPath, [programPath('cli'), 'test', main, '--watch'], { cwd: ROOT });
  let text = '';
  const until = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (chunk = ''): void => {
        text += chunk;
        if (!text.includes(wanted)) return;
        process.stdout.removeListener('data', look);
        resolve();
      };
      process.stdout.setEncoding('utf8').on('data', look);
      look();
    });
  await until('0 passed, 1 failed');
  appendFileSync(join(folder, 'of-watched.gtasm'), '.test "b"\n.expect ac = 0\n.endtest\n');
  await until('1 passed, 1 failed');
  process.kill();
});
