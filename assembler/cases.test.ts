/** Every case of `cases/`: its words, its findings and what their fixes give are those that it says. */
import { testCases } from '#test/cases.ts';
import { ASSEMBLER_CASES, differences } from '#test/assembler/cases.ts';

testCases(ASSEMBLER_CASES, (each, path) => differences(each, path.startsWith('checks/')));
