/**
 * Routine headers: the comment above a routine, in one grammar.
 *
 *     ; name: what it does, in a sentence
 *     ; In:       AC = square
 *     ; Out:      AC = piece
 *     ; Clobbers: AC, X
 *     ; Cycles:   12..20
 *     ; Page:     same as caller
 *
 * `Cycles: varies` says that the count cannot be known, and `Page:` is `same as caller`, the page's number,
 * or free text.
 *
 * Lines may continue indented. What is before the first key is free text. A key is at the start
 * of a line or after a full stop or semicolon, so that a short header fits one line; each may occur once.
 */

/** Keys of a header, in their usual order. */
export const HEADER_KEYS = ['In', 'Out', 'Clobbers', 'Cycles', 'Page', 'See'] as const;
export type HeaderKey = (typeof HEADER_KEYS)[number];

export interface RoutineHeader {
  readonly summary: string;
  readonly entries: Partial<Readonly<Record<HeaderKey, string>>>;
  /** What `Cycles:` says. */
  readonly cycles: { readonly min: number; readonly max: number } | 'varies' | undefined;
  /** What `Page:` says, as far as it can be checked. */
  readonly page: number | 'caller' | undefined;
  /** Names in `Clobbers:`, as written; empty for `nothing` or `-`. */
  readonly clobbers: readonly string[] | undefined;
}

const KEY = /(?:^|[.;])\s*(In|Out|Clobbers|Cycles|Page|See):(?=\s|$)/;

/** Whether a comment is a routine header: it has at least one of the keys. */
export function isHeader(text: string): boolean {
  return text.split('\n').some((line) => KEY.test(line));
}

/** Reads a header's text (without comment marks). */
export function parseHeader(text: string): RoutineHeader {
  const entries: Partial<Record<HeaderKey, string>> = {};
  const summary: string[] = [];
  let key: HeaderKey | undefined;
  for (const line of text.split('\n')) {
    let rest = line;
    for (let match = KEY.exec(rest); match !== null; match = KEY.exec(rest)) {
      const before = rest.slice(0, match.index).trim();
      if (key === undefined) summary.push(before);
      else if (before !== '') entries[key] = `${entries[key] ?? ''} ${before}`.trim();
      key = match[1] as HeaderKey;
      entries[key] = '';
      rest = rest.slice(match.index + match[0].length);
    }
    if (key === undefined) summary.push(line.trim());
    else if (rest !== line || /^\s/.test(line)) entries[key] = `${entries[key] ?? ''} ${rest.trim()}`.trim();
    else key = undefined;
  }
  return {
    summary: summary.filter((line) => line !== '').join(' '),
    entries,
    cycles: parseCycles(entries.Cycles),
    page: parsePage(entries.Page),
    clobbers: parseClobbers(entries.Clobbers),
  };
}

/** Whether the text before the first key, up to a colon or full stop, has a name in it. */
export function headerNames(header: RoutineHeader, name: string): boolean {
  const [head = ''] = header.summary.split(/[:.](?:\s|$)/);
  return head.split(/[^\w.]+/).includes(name);
}

function parsePage(text: string | undefined): RoutineHeader['page'] {
  if (text === undefined) return undefined;
  if (/^same as caller\b/i.test(text)) return 'caller';
  const page = /^\$([0-9a-f]{2})(?:00)?\b/i.exec(text)?.[1];
  return page === undefined ? undefined : parseInt(page, 16);
}

function parseCycles(text: string | undefined): RoutineHeader['cycles'] {
  if (/^varies\b/i.test(text ?? '')) return 'varies';
  const match = /^(\d+)(?:\s*(?:\.\.|-|–|to)\s*(\d+))?/.exec(text ?? '');
  if (match === null) return undefined;
  return { min: Number(match[1]), max: Number(match[2] ?? match[1]) };
}

function parseClobbers(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const names = text
    .replace(/\(.*?\)|\.$/g, ' ')
    .split(/[\s,;]+/)
    .filter((name) => name !== '');
  return names.length === 1 && /^(nothing|none|-)$/i.test(names.join()) ? [] : names;
}
