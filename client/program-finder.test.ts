import { describe, expect, it } from 'vitest';
import { findProgram, type Surroundings } from './program-finder.ts';

/** What is found in a workspace, a table of folders and the sources in them. */
function found(
  folders: Record<string, readonly string[]>,
  around: Partial<Surroundings> & { active?: string; setting?: string } = {},
): ReturnType<typeof findProgram> {
  return findProgram({
    activeSource: () => around.active,
    folders: () => Object.keys(folders).filter((uri) => !uri.includes('/lib')),
    mainFileSetting: (folder) => (around.setting === undefined ? undefined : `${folder}/${around.setting}`),
    sourcesIn: (folder) => Promise.resolve(folders[folder] ?? []),
    mainFileOf: () => Promise.resolve(undefined),
    ...around,
  });
}

describe('the program to run', () => {
  it('is what the language server says of the active source', async () => {
    const around = { active: 'file:///w/lib/a.gtasm', mainFileOf: () => Promise.resolve('file:///w/start.gtasm') };
    const folders = { 'file:///w': ['start.gtasm', 'main.gtasm'] };
    expect(await found(folders, around)).toEqual({ uri: 'file:///w/start.gtasm' });
  });

  it('is the main.gtasm beside the active source where the server does not answer', async () => {
    const folders = { 'file:///w': [], 'file:///w/lib': ['a.gtasm', 'main.gtasm'] };
    const around = { active: 'file:///w/lib/a.gtasm' };
    expect(await found(folders, around)).toEqual({ uri: 'file:///w/lib/main.gtasm' });
  });

  it('is the active source itself if nothing else is known', async () => {
    const active = 'file:///w/a.gtasm';
    expect(await found({ 'file:///w': ['a.gtasm', 'b.gtasm'] }, { active })).toEqual({ uri: active });
  });

  it('without a source open, is the one of the setting, else main.gtasm, else the only source', async () => {
    const both = { 'file:///w': ['a.gtasm', 'main.gtasm'] };
    expect(await found(both, { setting: 'src/x.gtasm' })).toEqual({ uri: 'file:///w/src/x.gtasm' });
    expect(await found(both)).toEqual({ uri: 'file:///w/main.gtasm' });
    expect(await found({ 'file:///w': ['game.gtasm'] })).toEqual({ uri: 'file:///w/game.gtasm' });
  });

  it('is found in the first folder that has one', async () => {
    const folders = { 'file:///empty': [], 'file:///two': ['a.gtasm', 'b.gtasm'], 'file:///w': ['main.gtasm'] };
    expect(await found(folders)).toEqual({ uri: 'file:///w/main.gtasm' });
  });

  it('is asked for in one sentence if there is none', async () => {
    expect(await found({})).toHaveProperty('message', expect.stringMatching(/^Open a \.gtasm source, or .*\.$/));
    const two = await found({ 'file:///w': ['a.gtasm', 'b.gtasm'] });
    expect(two).toHaveProperty('message', expect.stringMatching(/gigatron\.mainFile, or .* New Project\.$/));
  });
});
