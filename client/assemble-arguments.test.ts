import { describe, expect, it } from 'vitest';
import { assembleArguments } from './assemble-arguments.ts';

describe('the arguments of an assemble task', () => {
  it('put the image beside the source', () => {
    expect(assembleArguments({ program: 'src/main.gtasm' })).toEqual(['asm', 'src/main.gtasm', '-o', 'src/main.rom']);
  });

  it('carry every part of the definition', () => {
    const definition = { program: 'a.gtasm', output: 'b.rom', listing: 'b.lst', debugInfo: 'b.json' };
    expect(assembleArguments({ ...definition, defines: { VERIFY: 1, NAME: '$20' } })).toEqual(
      'asm a.gtasm -o b.rom --listing b.lst --debug b.json -D VERIFY=1 -D NAME=$20'.split(' '),
    );
  });

  it('make a page instead of an image', () => {
    const definition = { program: 'main.gtasm', page: 'out/game.html', defines: { FAST: 1 } };
    const words = ['page', 'main.gtasm', '-o', 'out/game.html'];
    expect(assembleArguments(definition)).toEqual([...words, '-D', 'FAST=1']);
    expect(assembleArguments({ ...definition, keys: 'typed' })).toEqual([...words, '--keys', 'typed', '-D', 'FAST=1']);
  });
});
