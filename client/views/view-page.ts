/**
 * The page of a web view: only its own script and style may run, and nothing may be loaded or sent out.
 *
 * Script and style are in the page. Fetched as resources, they would pass through a service worker, which the views of a
 * browser share and take from each other (see reopening.ts).
 */
import { escapeText, inElement } from '#page';

interface ViewPageParts {
  /** Which view of the script it shows. */
  readonly name: string;
  readonly title: string;
  /** The bundles, as text. */
  readonly script: string;
  readonly style: string;
  /** New for every page: only the script and the style that carry it are valid. */
  readonly nonce: string;
}

export function viewPage({ name, title, script, style, nonce }: ViewPageParts): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:`;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeText(title)}</title>
    <style nonce="${nonce}">${inElement(style, 'style')}</style>
  </head>
  <body data-view="${name}">
    <script nonce="${nonce}">${inElement(script, 'script')}</script>
  </body>
</html>
`;
}
