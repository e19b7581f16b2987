/**
 * Writes assembler/library/sources.ts from the sources in lib/, so that the assembler has them wherever it runs.
 *
 * A test compares the file with the sources, so a forgotten run of this script is noticed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { libraryModule } from './library/library-module.mjs';

const root = join(import.meta.dirname, '..');
writeFileSync(join(root, 'assembler/library/sources.ts'), await libraryModule(root));
