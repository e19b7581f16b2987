/** Constants of the engine that a build may change are refused if the ROM cannot work with them. */
import { expect, it } from 'vitest';
import { changedAssembly } from '#test/engine/engine-fixture.ts';

it.each(['REDUCE_FROM     = ', 'REDUCE_MORE_FROM = '])('refuses a number of moves beyond 127: %s', (definition) => {
  // A digit follows it, so that the number is 130 or more.
  const change = { file: 'search/features.gtasm', after: definition, right: definition, wrong: `${definition}13` };
  const [finding] = changedAssembly(change).diagnostics;
  expect(finding?.message).toContain(`${definition.split(' ')[0]} is a number of moves from 1 to 127`);
});
