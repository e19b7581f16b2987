import { describe, expect, it } from 'vitest';
import { assemble, type SourceHost } from '#assembler';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { NO_VERDICTS } from './checks/check-timing.ts';
import { Proof } from './checks/kept-proof.ts';
import { guardedCheck, guardedPieces } from './internal-error.ts';

const THROWN = new RangeError('offset is out of bounds');

/** A host that fails in a way that hosts must not. */
const brokenHost: SourceHost = {
  read() {
    throw THROWN;
  },
};

describe('an exception inside the assembler', () => {
  it('is one finding with the phase, in an assembly that answers', () => {
    const assembly = assemble('main.gtasm', brokenHost);
    expect(assembly.diagnostics).toMatchObject([
      { code: 'GT0706', file: 'main.gtasm', message: expect.stringContaining('(reading)') as string },
    ]);
    expect(assembly.diagnostics[0]?.message).toContain(THROWN.message);
    expect(assembly.checked().hasErrors).toBe(true);
    expect([assembly.words, assembly.symbols.definitions, assembly.debugInfo.lines]).toEqual([0, [], []]);
    expect(() => assembly.listing()).not.toThrow();
  });

  it('leaves nothing to the next assembly', () => {
    const source = 'start:  nop\n.loop:  bra  .loop\n        nop\n';
    const before = assembleText(source);
    const include = '        .include "other.gtasm"\n';
    const broken: SourceHost = {
      read: (path) => (path === 'main.gtasm' ? { text: include + source } : brokenHost.read(path, 'text')),
    };
    const failed = assemble('main.gtasm', broken, {}, before);
    expect(failed.diagnostics).toMatchObject([
      { code: 'GT0706', message: expect.stringContaining('(expansion)') as string },
    ]);
    const after = assembleText(source, { before: failed });
    const fresh = assembleText(source);
    expect([after.diagnostics, after.debugInfo]).toEqual([fresh.diagnostics, fresh.debugInfo]);
  });

  it('in the proof is a finding when the program is checked', () => {
    const said: string[] = [];
    const program = { findings: { add: (code: string, text: string) => void said.push(`${code} ${text}`) } };
    const proof = new Proof(undefined);
    const broken = (): never => {
      throw THROWN;
    };
    expect([...guardedPieces(proof, broken)]).toEqual([]);
    expect(said).toEqual([]);
    expect(guardedCheck(program as never, proof, broken)).toEqual(NO_VERDICTS);
    expect(said).toEqual([expect.stringMatching(/^GT0706 .*timing proof.*out of bounds/)]);
  });
});
