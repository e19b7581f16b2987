/**
 * Writes the tables of docs/cheat-sheet.md from the instruction table and the table of directives.
 *
 * A test compares the page with what this produces, so a forgotten run of this script is noticed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './modules/register.mjs';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/cheat-sheet.md');
const { withGeneratedParts } = await import('./cheat-sheet/cheat-sheet.ts');
writeFileSync(page, withGeneratedParts(readFileSync(page, 'utf8')));
