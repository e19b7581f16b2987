/** The pages of the documentation: their code blocks, links and headings. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectText, PROJECT } from '../project.ts';

export interface CodeBlock {
  /** The word after the opening fence: `gtasm`, `console` …; empty for text that nothing checks. */
  readonly language: string;
  /** The word after the language: the block is a file of this name for the page's other examples. */
  readonly file: string | undefined;
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

export interface Page {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly CodeBlock[];
}

const FENCE = /^```(\w*)(?: (\S+))?\n([^]*?)^```$/gm;

/** Every Markdown page for people: those of the project, its documentation, engine, samples, templates and media. */
export function allPages(): Page[] {
  const below = ['docs', 'engine-asm', 'samples', 'templates', 'media'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return [...readdirSync(PROJECT), ...below]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map(readPage);
}

export function readPage(path: string): Page {
  const text = projectText(path);
  const blocks = [...text.matchAll(FENCE)].map(({ 1: language, 2: file, 3: code, index }) => ({
    language: language!,
    file,
    text: code!,
    line: text.slice(0, index).split('\n').length,
  }));
  return { path, text, blocks };
}

/** The targets of a page's links and pictures, except those in code. */
export function linksOf({ text }: Page): string[] {
  const prose = text.replaceAll(FENCE, '').replaceAll(/`[^`]*`/g, '');
  return [...prose.matchAll(/\]\(\s*([^)\s]+)\)/g)].map(([, target]) => target!);
}

/** The fragments of the headings of a page, as GitHub and VS Code make them. */
export function fragmentsOf({ text }: Page): Set<string> {
  const headings = text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading]) => fragment(heading!)));
}

function fragment(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
