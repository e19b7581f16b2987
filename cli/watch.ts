/** Repeats a command whenever a file that it reads changes. */
import { statSync, watch as watchFolder } from 'node:fs';
import { dirname, basename, resolve } from 'node:path';
import type { CommandFiles } from './command-files.ts';
import { commandFailure, ended, type Outcome, type Output } from './output.ts';

/** An editor's save makes several changes; within this time, in milliseconds, they count as one. */
const QUIET = 100;

/** Runs a command once, or with --watch whenever a file changes that it has read. */
export async function onceOrWatching(
  options: { readonly watch?: boolean; readonly json?: boolean },
  output: Output,
  end: (outcome: Outcome) => void,
  command: () => Outcome,
): Promise<void> {
  if (options.watch !== true) return end(command());
  if (options.json === true) return end(commandFailure(2, '--watch prints again and again, --json one document'));
  await watch(output.files, () => void ended(output, command()));
}

/** Never ends. The folders of the files are watched, since an editor may replace a file. */
function watch(commandFiles: CommandFiles, again: () => void): Promise<never> {
  let files: ReadonlySet<string> = new Set();
  let begun = 0;
  const run = (): void => {
    begun = Date.now();
    commandFiles.forget();
    again();
    files = new Set([...commandFiles.inputs].map((path) => resolve(path)));
    watchAll();
    // Files that changed before their folder was watched.
    if ([...files].some((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= begun)) schedule();
  };
  const schedule = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(run, QUIET);
  };
  const watched = new Set<string>();
  let waiting: NodeJS.Timeout | undefined;
  const changed = (folder: string, name: string | null): void => {
    if (name !== null && ![...files].some((file) => dirname(file) === folder && basename(file) === name)) return;
    schedule();
  };
  const watchAll = (): void => {
    for (const folder of new Set([...files].map((file) => dirname(file)))) {
      if (watched.has(folder)) continue;
      watched.add(folder);
      // The folder of a missing file may not exist; it can be watched once it does.
      try {
        watchFolder(folder, (_, name) => changed(folder, name)).on('error', () => watched.delete(folder));
      } catch {
        watched.delete(folder);
      }
    }
  };
  run();
  return new Promise(() => undefined);
}
