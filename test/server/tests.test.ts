/** Tests in the editor: found in all files of a program while the user types, run by the server with coverage. */
import { expect, it } from 'vitest';
import { FIND_TESTS, RUN_TESTS, type FindTestsResult, type RunTestsResult } from '#server/protocol';
import { workspaceFixture } from '#test/server/workspace-fixture.ts';

const open = workspaceFixture();

const MAIN = `.zp back
start:  bra  start
        nop
        .include "routine.gtasm"
`;
const ROUTINE = `.proc one
        st   [back]
        ld   1
        bne  .end
        nop
        ld   2
.end:   bra  [back]
        nop
.endproc
.test "one"
        .call one
        .expect ac = 1
.endtest
.test "two"
        .cases n
        .case 1
        .case 2
        .call one
        .expect ac = n
.endtest
`;

it('finds tests in included files, also as they are typed', async () => {
  const { client, folder } = await open({ 'main.gtasm': MAIN, 'routine.gtasm': ROUTINE });
  const uri = folder.uri('routine.gtasm');
  const found = await client.send<FindTestsResult>(FIND_TESTS, {});
  const tests = [
    { name: 'one', uri, cases: 1, range: { start: { line: 9, character: 0 }, end: { line: 12, character: 0 } } },
    { name: 'two', uri, cases: 2, range: { start: { line: 13, character: 0 }, end: { line: 19, character: 0 } } },
  ];
  expect(found.programs).toMatchObject([{ main: folder.uri('main.gtasm'), tests }]);
  await client.open(uri, `${ROUTINE}.test "three"\n.expect ac = 0\n.endtest\n`);
  const again = await client.send<FindTestsResult>(FIND_TESTS, { uri });
  expect(again.programs[0]?.tests.map(({ name }) => name)).toEqual(['one', 'two', 'three']);
});

it('runs the named tests, and reports expected, seen, place and coverage', async () => {
  const { client, folder } = await open({ 'main.gtasm': MAIN, 'routine.gtasm': ROUTINE });
  const [main, uri] = [folder.uri('main.gtasm'), folder.uri('routine.gtasm')];
  const all = await client.send<RunTestsResult>(RUN_TESTS, { main, coverage: true });
  expect(all.results.map(({ caseName, passed }) => [caseName, passed])).toEqual([
    ['one', true],
    ['two (n = 1)', true],
    ['two (n = 2)', false],
  ]);
  expect(all.results[2]?.failure).toMatchObject({
    uri,
    range: { start: { line: 18 } },
    expected: '$02 (2)',
    seen: '$01 (1)',
  });
  const covered = all.coverage.find((file) => file.uri === uri);
  expect(covered?.lines.map(({ line, count }) => [line, count])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
    [4, 3],
    [5, 0],
    [6, 3],
    [7, 3],
  ]);
  expect(covered?.branches).toEqual([{ line: 3, taken: 3, notTaken: 0 }]);
  const one = await client.send<RunTestsResult>(RUN_TESTS, { main, tests: [{ name: 'one', uri }] });
  expect(one.results.map(({ name }) => name)).toEqual(['one']);
});

it('does not run a program with errors', async () => {
  const { client, folder } = await open({ 'main.gtasm': `${MAIN} bra nowhere\n`, 'routine.gtasm': ROUTINE });
  const answer = await client.send<RunTestsResult>(RUN_TESTS, { main: folder.uri('main.gtasm') });
  expect(answer.failure).toContain('There is no symbol "nowhere"');
});
