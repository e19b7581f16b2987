/** `gigatron check --claims` on ROMs that Python builds; skipped without Python. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/source-folder.ts';
import { programPath } from '#test/programs.ts';
import { copyBuild, PYTHON } from '#test/python-build.ts';

const folder = temporaryFolder();
copyBuild(folder);

function gigatron(...words: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [programPath('cli'), ...words], { cwd: folder, encoding: 'utf8' });
}

const SOURCE = `from asm import *

def twice():
    nop()           #${' '}in both calls

label('next')
nop()               #0
bra(lo('add'))      #1
nop()               #2
label('add')
ld([1])             #3
nop()
st([1])             #4
twice()             #6
ld(5)               #7-8
bra(lo('next'))     #20
ld(-22/2)           #21
end()
writeRomFiles('game.asm.py')
`;

describe.skipIf(PYTHON === '')('check --claims', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'game.asm.py'), SOURCE);
    expect(gigatron('map', '--', PYTHON, 'game.asm.py')).toMatchObject({ status: 0 });
  });

  it('reports a wrong claim with the path to it, and a claim that it does not understand', () => {
    expect(gigatron('check', 'game.rom', '--claims')).toMatchObject({
      status: 0,
      stdout: 'game.rom: 8 words with claims; 5 ways between them agree, 1 do not; 1 of 1 payments are seen to agree\n',
      stderr: [
        'game.asm.py:13:21: warning GT1101: #4 is cycle 5, counted from #3',
        '  game.asm.py:11:1: ld([1]) #3',
        '  game.asm.py:12:1: nop()',
        '  game.asm.py:13:1: st([1]) #4',
        'game.asm.py:15:1: information GT1103: This claim is not understood, and left alone',
        '',
      ].join('\n'),
    });
  });

  it('takes -Werror, -Wno-CODE and --json', () => {
    expect(gigatron('check', 'game.rom', '--claims', '-Werror')).toMatchObject({ status: 1 });
    const { stdout } = gigatron('check', 'game.rom', '--claims', '--json', '-Wno-GT1103');
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; line: number }[] };
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['GT1101', 13]]);
  });

  it('needs the debug information beside the ROM, and unchanged sources', () => {
    expect(gigatron('check', 'none.rom', '--claims').stderr).toMatch(/^gigatron: cannot read none\.rom: /);
    expect(gigatron('check', 'game.asm.py', '--claims')).toMatchObject({ status: 2 });
    appendFileSync(join(folder, 'game.asm.py'), '\n');
    expect(gigatron('check', 'game.rom', '--claims')).toMatchObject({
      status: 1,
      stderr: 'gigatron: game.asm.py has changed since its ROM was built; run gigatron map again\n',
    });
  });
});
