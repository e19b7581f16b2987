import { describe, expect, it } from 'vitest';
import { configurationFor } from './written-configuration.ts';

const MAIN = { type: 'gigatron', request: 'launch', name: 'Main', program: '${workspaceFolder}/main.gtasm' };
const VARIABLES = { workspaceFolder: '/home/me/game', file: '/home/me/game/other.gtasm' };

describe('configurationFor', () => {
  it.each([
    ['/home/me/game/main.gtasm', 'Main'],
    ['/home/me/game/other.gtasm', 'Active file'],
    ['/home/me/game/third.gtasm', undefined],
  ])('the first one with the program is for %s', (program, name) => {
    const written = [
      { ...MAIN, name: 'Of another debugger', type: 'node' },
      { ...MAIN, name: 'Attach', request: 'attach' },
      { ...MAIN, name: 'A test', test: 'adds' },
      { ...MAIN, name: 'Elsewhere', program: '${env:HOME}/main.gtasm' },
      { type: 'gigatron', request: 'launch', name: 'Unfinished' },
      MAIN,
      { ...MAIN, name: 'Second' },
      { ...MAIN, name: 'Active file', program: '${file}' },
    ];
    expect(configurationFor(program, written, VARIABLES)?.['name']).toBe(name);
  });

  it('takes paths of Windows, as they are written there', () => {
    const written = [{ ...MAIN, program: '${workspaceFolder}/sub/main.gtasm' }];
    const variables = { workspaceFolder: 'C:\\game' };
    expect(configurationFor('c:\\game\\sub\\main.gtasm', written, variables)).toBe(written[0]);
  });
});
