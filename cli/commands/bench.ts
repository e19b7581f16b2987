/** `gigatron bench`: the benchmarks, as a table or as JSON. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { commandFailure, printJson, type Outcome, type Output } from '../output.ts';
import { notPacked, assembleFile, diskHost } from '../source-files.ts';
import { ENGINE_SOURCE } from './engine/engine-rom.ts';

export function addBench(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  program
    .command('bench')
    .description('measure emulator, assembler and language server; ratios within one run')
    .argument('[file]', 'program to measure with; the chess engine unless given')
    .option('--json', 'print one JSON document')
    .action(async (file: string | undefined, options: { json?: boolean }) =>
      end(await bench(file ?? ENGINE_SOURCE, options.json === true, output)),
    );
}

async function bench(file: string, json: boolean, output: Output): Promise<Outcome> {
  const benchmarks = await import('../bench/index.ts').catch(() => undefined);
  if (benchmarks === undefined) return notPacked('the benchmarks are');
  const assembly = assembleFile(file, output.files);
  if (isFailure(assembly)) return assembly;
  if (assembly.hasErrors) return commandFailure(1, `${file} has errors; see gigatron check`);
  const title = file === ENGINE_SOURCE ? 'chess engine' : basename(file);
  const { allBenchmarks, formatResults, measure } = benchmarks;
  const results = await measure(allBenchmarks(assembly, diskHost, title), (name) => output.progress(name));
  if (json) printJson(output, 'bench', { results });
  else for (const line of formatResults(results)) output.out(line);
  return 0;
}
