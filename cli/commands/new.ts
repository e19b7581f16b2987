/** `gigatron new`: makes a folder with a small program that runs, from a template. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { isFailure, shellQuoted } from '#basics';
import { NO_NAME } from '#files';
import { commandFailure, type Outcome, type Output } from '../output.ts';

/** The templates, relative to dist/; the extension's "New Project" copies the same folders. */
const TEMPLATES = join(__dirname, '..', 'templates');
/** Their folders; the default comes first. */
const NAMES = ['picture', 'game', 'sound', 'empty'] as const;

export function addNew(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  program
    .command('new')
    .description('make a folder with a small program that runs')
    .argument('<folder>', 'folder to make')
    .addOption(new Option('-t, --template <name>', 'what it begins with').choices(NAMES).default(NAMES[0]))
    .action((folder: string, { template }: { template: string }) => end(makeProject(folder, template, output)));
}

function makeProject(folder: string, template: string, output: Output): Outcome {
  // Its files would go over those of the working folder.
  if (folder.trim() === '') return commandFailure(2, `cannot make the folder: ${NO_NAME}`);
  if (existsSync(folder)) return commandFailure(2, `cannot make ${folder}: it exists already`);
  const from = join(TEMPLATES, template);
  const files: { path: string; content: Uint8Array }[] = [];
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = output.files.readBytes(path);
    if (isFailure(content)) return content;
    files.push({ path: join(folder, path.slice(from.length)), content });
  }
  const refused = output.files.write(files);
  if (refused !== undefined) return refused;
  const main = join(folder, 'main.gtasm');
  output.out(`${main} made; run it with: gigatron run ${asWord(main)} --seconds 2`);
  return 0;
}

/** A path as a word of a shell's line that is no option, in quotes if it needs them. */
function asWord(name: string): string {
  const path = name.startsWith('-') ? `./${name}` : name;
  if (/^[\p{L}\p{N}_./\\:@%+,=-]+$/u.test(path)) return path;
  return process.platform === 'win32' ? `"${path}"` : shellQuoted(path);
}
