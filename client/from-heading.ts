/** Markdown cut at one of its headings, or without its pictures. */

/**
 * The text from a heading to the end; the whole text if there is no such heading.
 *
 * @param heading what the heading says, or what it says before its colon
 */
export function fromHeading(markdown: string, heading: string): string {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => {
    const title = /^#+ (.*)/.exec(line)?.[1]?.trim();
    return title === heading || title?.startsWith(`${heading}:`);
  });
  return start < 0 ? markdown : lines.slice(start).join('\n');
}

export function withoutPictures(markdown: string): string {
  return markdown.replaceAll(/^!\[.*\]\(.*\)\n\n?/gm, '');
}
