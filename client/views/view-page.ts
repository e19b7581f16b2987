/** The page of a web view: nothing but its own script and style may load, and nothing may go out. */

export interface ViewPageParts {
  readonly title: string;
  /** URIs as the web view loads them. */
  readonly script: string;
  readonly style: string;
  /** Where the web view's resources come from (`webview.cspSource`). */
  readonly source: string;
  /** Fresh for every page: only the script that carries it runs. */
  readonly nonce: string;
}

export function viewPage({ title, script, style, source, nonce }: ViewPageParts): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `img-src ${source} data:`,
    `font-src ${source}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeText(title)}</title>
    <link rel="stylesheet" href="${escapeText(style)}">
  </head>
  <body>
    <script nonce="${nonce}" src="${escapeText(script)}"></script>
  </body>
</html>
`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
