/**
 * Writes the TextMate grammars of `syntaxes/` from the instruction table.
 *
 * A test compares the files with what the generators produce, so a forgotten run of this script is noticed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './modules/register.mjs';

const root = join(import.meta.dirname, '..');
const { grammarFiles } = await import('./grammar/grammars.ts');
for (const [name, content] of grammarFiles()) writeFileSync(join(root, 'syntaxes', name), content);
