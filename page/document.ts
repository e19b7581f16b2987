/**
 * The page of a program, as one HTML document that loads nothing from elsewhere.
 *
 * Script and style are allowed by their hashes. The machine's worker (`blob:`) and the audio stream (`data:`) start
 * from texts in the page. Program and worker are packed, deflated, and put in as Base64.
 */
import { toBase64 } from '#basics';
import { packPage, type PageProgram } from './program.ts';

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text that cannot end its element early: in a string, both languages read `<\/` as `</`. */
export function inElement(text: string, element: 'script' | 'style'): string {
  return text.replaceAll(new RegExp(`</(?=${element})`, 'gi'), '<\\/');
}

/** `chess` for `…/chess.gtasm`; the name of the folder for a `main.gtasm`. @param path absolute, with `/` */
export function pageTitle(path: string): string {
  const folders = path.split('/');
  const name = (folders.pop() ?? '').replace(/\.[^.]*$/, '');
  return (name === 'main' ? folders.pop() : name) || 'Gigatron';
}

export interface PageBundles {
  /** Draws the page: client/webviews/play.ts. */
  readonly script: string;
  /** The machine: page/worker/main.ts. */
  readonly worker: string;
  readonly style: string;
}

/** Names of the files with the style of a page, in dist/webviews/; a later one has precedence. */
export const PAGE_STYLES = ['view.css', 'screen.css', 'board.css', 'page.css'] as const;

export const PROGRAM_ELEMENT = 'program';

export async function pageDocument(program: PageProgram, bundles: PageBundles): Promise<string> {
  const script = inElement(bundles.script, 'script');
  const style = inElement(bundles.style, 'style');
  const packed = toBase64(await deflated(packPage({ program, script: bundles.worker })));
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(script)}' 'wasm-unsafe-eval' data:`,
    'worker-src blob:',
    `style-src '${await hashOf(style)}'`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>${escapeText(program.title)}</title>
    <style>${style}</style>
  </head>
  <body data-view="page">
    <noscript>This page plays a program for the Gigatron, for which it needs JavaScript.</noscript>
    <script type="text/plain" id="${PROGRAM_ELEMENT}">${packed}</script>
    <script>${script}</script>
  </body>
</html>
`;
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${toBase64(new Uint8Array(digest))}`;
}

/** Bytes in the format of zlib, which browsers can unpack. */
async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
