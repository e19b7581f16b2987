/** Why a file cannot be read, in words: what a source host (source.ts) over a file system gives as `error`. */

/**
 * The sentence for an error of an operating system; it completes "cannot read main.gtasm: …".
 * @param error anything thrown; those of Node carry the system's code in `code`
 */
export function unreadableReason(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: string };
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    default:
      return code ?? String(error);
  }
}
