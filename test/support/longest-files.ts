/** Files of tests that take many seconds, the longest first. vitest sorts the others: by their last time, or else by size. */
export const LONGEST: readonly string[] = [
  'test/timing/certificates.test.ts',
  'test/server/engine.test.ts',
  'assembler/fuzz.test.ts',
  'test/engine/game-record.test.ts',
  'test/emulator/lockstep.test.ts',
  'test/cli/search.test.ts',
  'test/timing/edits-of-engine.test.ts',
  'assembler/output/disassemble.test.ts',
  'test/timing/proof-against-emulator.test.ts',
  'test/debugger/unwritten-in-programs.test.ts',
  'assembler/incremental.test.ts',
  'test/cli/commands.test.ts',
  'test/golden/samples.test.ts',
];
