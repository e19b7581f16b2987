import { describe, expect, it } from 'vitest';
import { assemble, AssemblyMemory, type SourceHost } from '#assembler';
import { guardedProof } from './internal-error.ts';

const THROWN = new RangeError('offset is out of bounds');

/** A host that fails in a way that hosts must not. */
const brokenHost: SourceHost = {
  read() {
    throw THROWN;
  },
};

const hostOf = (text: string): SourceHost => ({ read: () => ({ text }) });

describe('an exception inside the assembler', () => {
  it('is one finding with the phase, in an assembly that answers', () => {
    const assembly = assemble('/main.gtasm', brokenHost);
    expect(assembly.diagnostics).toMatchObject([
      { code: 'GT0706', file: '/main.gtasm', message: expect.stringContaining('(reading)') as string },
    ]);
    expect(assembly.diagnostics[0]?.message).toContain(THROWN.message);
    expect(assembly.checked().hasErrors).toBe(true);
    expect([assembly.words, assembly.symbols.definitions, assembly.debugInfo.lines]).toEqual([0, [], []]);
    expect(() => assembly.listing()).not.toThrow();
  });

  it('leaves nothing to the next assembly', () => {
    const memory = new AssemblyMemory();
    const source = 'start:  nop\n.loop:  bra  .loop\n        nop\n';
    assemble('/main.gtasm', hostOf(source), {}, memory);
    const include = '        .include "other.gtasm"\n';
    const broken: SourceHost = {
      read: (path) => (path === '/main.gtasm' ? { text: include + source } : brokenHost.read(path, 'text')),
    };
    expect(assemble('/main.gtasm', broken, {}, memory).diagnostics).toMatchObject([
      { code: 'GT0706', message: expect.stringContaining('(expansion)') as string },
    ]);
    const after = assemble('/main.gtasm', hostOf(source), {}, memory);
    const fresh = assemble('/main.gtasm', hostOf(source));
    expect([after.diagnostics, after.debugInfo]).toEqual([fresh.diagnostics, fresh.debugInfo]);
  });

  it('in the proof is a finding when the program is checked', () => {
    const said: string[] = [];
    const program = { findings: { add: (code: string, text: string) => void said.push(`${code} ${text}`) } };
    const memory = { proof: undefined };
    const broken = (): never => {
      throw THROWN;
    };
    const proof = guardedProof(program as never, memory, { check: broken, prove: broken });
    expect([...proof.prove()]).toEqual([]);
    expect(said).toEqual([]);
    proof.check();
    expect(said).toEqual([expect.stringMatching(/^GT0706 .*timing proof.*out of bounds/)]);
  });
});
