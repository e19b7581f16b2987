/** The manifest agrees with the code: names, settings with their defaults, launch attributes, files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_ID, DEFAULT_SETTINGS } from '#server';
import { DEBUG_TYPE } from '#debugger/protocol';
import { EXPLAIN } from '#server/protocol';
import { filesBelow } from '#test/architecture/sources.ts';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { projectText, PROJECT } from '#test/project.ts';

interface Manifest {
  readonly icon: string;
  readonly main: string;
  readonly browser: string;
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly languages: readonly { id: string; extensions?: string[]; firstLine?: string; configuration?: string }[];
    readonly grammars: readonly { path: string }[];
    readonly snippets: readonly { path: string }[];
    readonly debuggers: readonly { type: string; configurationAttributes: { launch: { properties: object } } }[];
    readonly configuration: { properties: Record<string, { default: unknown; markdownDescription?: string }> };
    readonly commands: readonly { command: string }[];
    readonly walkthroughs: readonly { steps: readonly { media: { markdown: string } }[] }[];
    readonly views: Record<string, readonly { id: string }[]>;
    readonly menus: Record<string, readonly { command: string }[]>;
    readonly problemPatterns: readonly [
      { regexp: string; file: number; line: number; column: number; severity: number; code: number },
    ];
  };
}

const manifest = JSON.parse(projectText('package.json')) as Manifest;
const { activationEvents, capabilities, contributes } = manifest;

describe('the manifest', () => {
  it('names the language and the debug type as the code does', () => {
    expect(contributes.languages[0]).toMatchObject({ id: LANGUAGE_ID, extensions: ['.gtasm'] });
    expect(contributes.debuggers.map(({ type }) => type)).toEqual([DEBUG_TYPE]);
  });

  it('recognises a listing by its first line, not by its extension', () => {
    const [, { extensions, firstLine = '' } = {}] = contributes.languages;
    expect(extensions).toBeUndefined();
    const isListing = (text: string): boolean => new RegExp(firstLine).test(text.split('\n')[0]!);
    expect(isListing(assembleText('        nop\n').listing())).toBe(true);
    expect(isListing('              address\n              |    encoding\n')).toBe(true);
    expect(isListing('GAS LISTING /tmp/ccW2.s \t\t\tpage 1\n')).toBe(false);
    expect(isListing('000000r 1               .org $0200\n')).toBe(false);
  });

  it('declares the settings that the server reads, with its defaults', () => {
    for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) {
      expect(contributes.configuration.properties[`gigatron.${name}`]?.default, name).toEqual(value);
    }
  });

  it('describes every setting', () => {
    for (const [name, { markdownDescription }] of Object.entries(contributes.configuration.properties)) {
      expect(markdownDescription, name).toMatch(/\.$|`\.$/);
    }
  });

  it('offers exactly the launch attributes of the adapter', () => {
    const [, body = ''] = /interface LaunchArguments \{([^}]*)\}/.exec(projectText('debugger/protocol.ts')) ?? [];
    const names = [...body.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name);
    // VS Code sets noDebug, and the extension sets workspace.
    const offered = Object.keys(contributes.debuggers[0]!.configurationAttributes.launch.properties);
    expect([...offered, 'noDebug', 'workspace'].sort()).toEqual(names.sort());
  });

  it('offers every view to launch configurations', () => {
    const { launch } = contributes.debuggers[0]!.configurationAttributes;
    const { views } = launch.properties as { views: { items: { enum: string[] } } };
    expect(views.items.enum.map((name) => `gigatron.${name}`)).toEqual(
      contributes.views['gigatron']!.map(({ id }) => id),
    );
  });

  it('declares the commands that the client registers, and no menu names another', () => {
    const client = filesBelow('client').filter((path) => !path.endsWith('.test.ts'));
    const text = client.map((path) => projectText(path)).join('\n');
    const registered = [...text.matchAll(/register(?:TextEditor)?Command\(\s*(?:'([^']+)'|EXPLAIN\b)/g)].map(
      ([, name]) => name ?? EXPLAIN,
    );
    const declared = contributes.commands.map(({ command }) => command);
    expect([...declared].sort()).toEqual(registered.sort());
    const inMenus = Object.values(contributes.menus).flatMap((menu) => menu.map(({ command }) => command));
    expect(inMenus.filter((command) => !declared.includes(command))).toEqual([]);
  });

  it('starts for the editor tab of every view that a reload restores', () => {
    const tabs = contributes.views['gigatron']!.map(({ id }) => `onWebviewPanel:${id.replace('.', '.tab.')}`);
    expect(activationEvents.filter((event) => event.startsWith('onWebviewPanel:'))).toEqual(tabs);
  });

  it('packs the page about declarations that the views open', () => {
    expect(projectText('.vscodeignore')).toContain('!docs/language.md');
    expect(projectText('docs/language.md')).toContain('## Declarations of RAM');
  });

  it('names files that exist', () => {
    const files = [
      manifest.icon,
      ...contributes.grammars.map(({ path }) => path),
      ...contributes.snippets.map(({ path }) => path),
    ];
    const configurations = contributes.languages.flatMap(({ configuration }) => configuration ?? []);
    files.push(...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)));
    expect([...files, ...configurations].filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
  });

  it('declares a view for every page that is bundled', () => {
    expect(contributes.views['gigatron']!.map(({ id }) => id)).toEqual(
      'screen board attack-maps piece-lists game search bitboards timing memory-map timeline'
        .split(' ')
        .map((name) => `gigatron.${name}`),
    );
    for (const { id } of contributes.views['gigatron']!) {
      expect(existsSync(join(PROJECT, 'client', 'webviews', id.replace('gigatron.', ''), 'main.ts')), id).toBe(true);
    }
  });

  it('restricts the setting that names a file until the workspace is trusted', () => {
    expect(capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(['gigatron.mainFile']);
  });

  it('matches problems as the command line prints them', () => {
    const [{ regexp, file, line, column, code }] = contributes.problemPatterns;
    const unix = new RegExp(regexp).exec('src/main.gtasm:12:9: error unknown-symbol: There is no "loop".');
    const parts = [file, line, column, code].map((part) => unix?.[part]);
    expect(parts).toEqual(['src/main.gtasm', '12', '9', 'unknown-symbol']);
    const windows = new RegExp(regexp).exec('C:\\p\\main.gtasm:1:2: warning W1: Text.');
    expect(windows?.[file]).toBe('C:\\p\\main.gtasm');
  });

  it.each(['error', 'warning', 'information', 'hint'])('matches a problem with the severity %s', (printed) => {
    const [{ regexp, severity, code }] = contributes.problemPatterns;
    const found = new RegExp(regexp).exec(`Core/dev.asm.py:15:1: ${printed} GT1103: Text.`);
    // VS Code knows no "information".
    expect([found?.[severity], found?.[code]]).toEqual([printed.replace('rmation', ''), 'GT1103']);
  });
});
