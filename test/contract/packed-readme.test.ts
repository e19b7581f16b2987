/** What the extension's page shows: a README that does not need the repository, and the manifest's Marketplace fields. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packedReadme } from '../../scripts/packed-readme.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
/** How many bytes the three pictures may add to the package. */
const MOST = 220 * 1024;

const addresses = (text: string): string[] => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => address!);

describe('the packed README', () => {
  it('has its pictures in the text, and no address that leads nowhere', () => {
    const text = packedReadme(undefined);
    expect(addresses(text)).toHaveLength(3);
    for (const address of addresses(text)) expect(address).toMatch(/^data:image\/webp;base64,UklGR/);
    expect(text.length).toBeLessThan(MOST);
  });

  it('has the addresses of its pictures on the web where they are given', () => {
    const text = packedReadme('https://example.org/docs/pictures/');
    expect(addresses(text)).toEqual(
      ['finding', 'breakpoint', 'thinking'].map((name) => `https://example.org/docs/pictures/${name}.png`),
    );
  });

  it('names pages, commands and files that are packed', () => {
    const text = packedReadme(undefined);
    const { contributes } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      contributes: { commands: { title: string; category?: string }[]; walkthroughs: { title: string }[] };
    };
    const titles = contributes.commands.map(({ title, category }) => `${category ?? ''}: ${title}`);
    for (const [, command] of text.matchAll(/\*\*(Gigatron: [^*]+)\*\*/g)) expect(titles).toContain(command);
    expect(text).toContain(`walkthrough *${contributes.walkthroughs[0]!.title}*`);
    expect(text).not.toMatch(/npm |CONTRIBUTING/);
  });
});

it('the manifest says all that the page shows', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ license: 'MIT', pricing: 'Free', galleryBanner: { theme: 'dark' } });
  expect(existsSync(join(ROOT, manifest['icon'] as string))).toBe(true);
  expect(existsSync(join(ROOT, 'LICENSE')) && existsSync(join(ROOT, 'CHANGELOG.md'))).toBe(true);
  expect(manifest['categories']).toContain('Programming Languages');
  // The Marketplace takes at most 30.
  expect((manifest['keywords'] as string[]).length).toBeLessThanOrEqual(30);
});
