/** Links: from a variable to its declaration, and from an address of code to its line. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect, it } from 'vitest';
import { clientForEachTest, sampleForAllTests } from '#test/debugger/fixture.ts';

const sample = sampleForAllTests();
const client = clientForEachTest((started) => started.launchStopped({ program: sample.main }));

async function variable(scope: string, name: string): Promise<DebugProtocol.Variable | undefined> {
  const { scopes } = await client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: 1 });
  const variablesReference = scopes.find((candidate) => candidate.name === scope)?.variablesReference;
  const body = await client.request<{ variables: DebugProtocol.Variable[] }>('variables', { variablesReference });
  return body.variables.find((candidate) => candidate.name === name);
}

function place(locationReference: number | undefined): Promise<DebugProtocol.LocationsResponse['body']> {
  return client.request('locations', { locationReference });
}

it('lead from a variable to its declaration, and from an address of code to its line', async () => {
  const declared = (await variable('Zero page', 'cursor'))?.declarationLocationReference;
  expect(await place(declared)).toMatchObject({ source: { path: sample.main }, line: 7 });
  const pc = await variable('Registers', 'PC');
  expect(await place(pc?.valueLocationReference)).toMatchObject({ line: sample.line('start') });
  const label = await client.request<DebugProtocol.EvaluateResponse['body']>('evaluate', { expression: 'bump' });
  expect(await place(label.valueLocationReference)).toMatchObject({ line: sample.line('bump') });
  await client.move('next');
  expect(await client.failure('locations', { locationReference: declared })).toContain('no location');
});
