/** Every case of `cases/`: the adapter answers as the case says. With `-u`, its answers are written into the case. */
import { testCases } from '#test/cases.ts';
import { saveCase, SESSION_CASES, sessionDifferences } from '#test/debugger/session-cases.ts';
import { UPDATE } from '#test/golden/golden.ts';

testCases(SESSION_CASES, async (each, name) => {
  const told = await sessionDifferences(each);
  if (!UPDATE) return told;
  saveCase(each, name);
  return [];
});
