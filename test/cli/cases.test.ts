/** Every case of `cases/`: the commands print and write what the case says. */
import { testCases } from '#test/cases.ts';
import { COMMAND_CASES, commandDifferences } from '#test/cli/command-cases.ts';

testCases(COMMAND_CASES, commandDifferences);
