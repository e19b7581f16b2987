/** Whether a path that somebody else wrote stays in the folder that it is relative to. */

/**
 * False where a relative path, with `/` or `\`, climbs out of its folder or begins again: at the top, at a drive, or
 * with a scheme.
 */
export function staysInside(path: string): boolean {
  if (/^(?:[\\/]|[a-z][a-z0-9+.-]*:)/i.test(path)) return false;
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0) return false;
  }
  return true;
}
