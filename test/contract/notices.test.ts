/** The licences of the bundled libraries: each is compatible with ours, and its text is in the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUNDLES, ROOT } from '../../scripts/bundles.mjs';
import { bundledPackages, NOTICES, noticesOf, type Library } from '../../scripts/notices.mjs';

/** Licences whose code a program under MIT may bundle. */
const FITTING: readonly string[] = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];

let libraries: Library[];
beforeAll(async () => {
  const builds = Object.values(BUNDLES).map((options) =>
    build({ ...options, minify: false, metafile: true, write: false }),
  );
  libraries = bundledPackages((await Promise.all(builds)).map(({ metafile }) => metafile));
});

describe('the bundled libraries', () => {
  it('are those that the programs import, and their dependencies', () => {
    const names = libraries.map(({ name }) => name);
    expect(names).toContain('commander');
    expect(names).toContain('vscode-languageserver');
    expect(names).toContain('vscode-jsonrpc');
    expect(names).not.toContain('vitest');
  });

  it('have licences that fit, with their texts', () => {
    for (const { name, license, text } of libraries) {
      expect([name, FITTING.includes(license)]).toEqual([name, true]);
      expect([name, text.length > 200]).toEqual([name, true]);
    }
  });

  it('are all in the notices, which are packed', () => {
    const notices = noticesOf(libraries);
    for (const { name, version, license, text } of libraries) {
      expect(notices).toContain(`${name} ${version} (${license})\n\n${text.trim()}`);
    }
    expect(NOTICES).toMatch(/^dist\//);
    expect(readFileSync(join(ROOT, '.vscodeignore'), 'utf8').split('\n')).toContain('!dist/**');
  });
});
