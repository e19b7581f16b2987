/** Whether a path from outside stays in the folder that it is relative to. */

/**
 * False if a path, with `/` or `\`, leads out of its folder or is absolute: it begins at the root, at a drive, or with
 * a scheme.
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
