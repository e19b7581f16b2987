/**
 * How a source in Python around asm.py is built by default: by the nearest Makefile with a rule for its ROM, or else by
 * Python, where asm.py writes `name.rom` for `name.asm.py` into the folder in which it runs. Independent of VS Code.
 */

/** Files of the workspace folder, by their paths in it. */
export interface Files {
  read(path: string): PromiseLike<string | undefined>;
  exists(path: string): PromiseLike<boolean>;
}

const SOURCE = /\.asm\.py$/;

export function isPythonSource(path: string): boolean {
  return SOURCE.test(path);
}

/**
 * The program of a source, and a line for the system's shell, in the workspace folder, that builds it.
 * @param source its path in the workspace folder, as the results are @param python the command that starts Python
 */
export async function pythonBuild(source: string, files: Files, python: string) {
  const file = source.slice(source.lastIndexOf('/') + 1);
  for (const folder of foldersAbove(source)) {
    const name = romOf(file, (await files.read(`${folder}Makefile`)) ?? '');
    if (name === undefined) continue;
    const program = folder + name;
    // Nothing is known about a ROM that was built without us, even if it is up to date.
    const isKnown = await files.exists(program.replace(/\.rom$/, '.json'));
    const elsewhere = folder === '' ? [] : ['-C', folder.slice(0, -1)];
    const changed = isKnown ? [] : ['-W', source.slice(folder.length)];
    return { program, build: ['make', ...elsewhere, ...changed, name].map(quoted).join(' ') };
  }
  return { program: file.replace(SOURCE, '.rom'), build: [python, source].map(quoted).join(' ') };
}

/** The ROM for which a Makefile has a rule: that of the source's name, or the first whose recipe names the source. */
function romOf(file: string, makefile: string): string | undefined {
  const name = file.replace(SOURCE, '.rom');
  const named: string[] = [];
  let target = '';
  for (const line of makefile.split('\n')) {
    target = /^([^\s:#=]+\.rom)\s*:(?!=)/.exec(line)?.[1] ?? target;
    if (target === name || target === '%.rom') return name;
    if (line.startsWith('\t') && target !== '' && line.includes(file)) named.push(target);
  }
  return named[0];
}

/** The folders of a path, the innermost first, each with a slash behind it: `a/b/`, `a/`, and nothing for the top. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return [...parts.keys(), parts.length].reverse().map((count) =>
    parts
      .slice(0, count)
      .map((part) => `${part}/`)
      .join(''),
  );
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `"${word}"`;
}
