/** Default title of a page. */

/** `chess` for `…/chess.gtasm`; the name of the folder for a `main.gtasm`. @param path absolute, with `/` */
export function pageTitle(path: string): string {
  const folders = path.split('/');
  const name = (folders.pop() ?? '').replace(/\.[^.]*$/, '');
  return (name === 'main' ? folders.pop() : name) || 'Gigatron';
}
