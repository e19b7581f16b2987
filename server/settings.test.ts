import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, parseSettings } from './settings.ts';

describe('settings', () => {
  it('are read from the section as clients send it', () => {
    const section = {
      mainFile: 'rom/main.gtasm',
      defines: { VERIFY: 1 },
      inlayHints: { cycles: true, timing: true, parameters: 'all' },
      diagnostics: { workspace: false },
      codeLens: { references: false, cycles: false, tests: false },
    };
    expect(parseSettings(section)).toEqual({
      mainFile: 'rom/main.gtasm',
      defines: { VERIFY: 1 },
      'inlayHints.cycles': true,
      'inlayHints.timing': true,
      'inlayHints.parameters': 'all',
      'diagnostics.workspace': false,
      'codeLens.references': false,
      'codeLens.cycles': false,
      'codeLens.tests': false,
    });
  });

  it.each([undefined, null, 7, 'text', [], {}, { mainFile: 3, defines: 'x', inlayHints: true }, { defines: null }])(
    'count as not set where they are %j',
    (section) => expect(parseSettings(section)).toEqual(DEFAULT_SETTINGS),
  );

  it('leave out defines that are not whole numbers', () => {
    expect(parseSettings({ defines: { a: 1, b: '2', c: 1.5 } }).defines).toEqual({ a: 1 });
  });
});
