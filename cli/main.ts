#!/usr/bin/env node
/** The command `gigatron` as a process; its commands are in command-line.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runCommandLine } from './command-line.ts';
import { processOutput } from './output.ts';

/**
 * A large source creates many objects that stay. With this factor, the space for new ones grows at once, not in steps
 * that each copy them: a sixth less time for a full ROM in a new process.
 */
setFlagsFromString('--semi-space-growth-factor=16');

/** Version of the package that the bundle dist/cli.js belongs to. */
function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}

void runCommandLine(process.argv.slice(2), version(), processOutput()).then((status) => {
  // Lost output has already set another status.
  process.exitCode ??= status;
});
