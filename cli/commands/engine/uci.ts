/** `gigatron engine uci`: the engine ROM for programs that speak UCI, on standard input and output. */
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { UciEngine, type Searcher } from '#engine-driver';
import type { CommandFiles } from '../../command-files.ts';
import type { CommandFailure, Outcome, Output } from '../../output.ts';
import { screenshot } from '../../recordings.ts';
import { parseDefines } from '../../source-options.ts';
import { addDefine, startSearcher } from './engine-rom.ts';

export function addUci(engine: Command, output: Output, end: (outcome: Outcome) => void): void {
  const command = engine.command('uci').description('a UCI engine on standard input and output');
  addDefine(command).action(async (options: { define?: readonly string[] }) => end(await run(options.define, output)));
}

/** Ends with the input or `quit`. When the input ends, a search that has a limit is finished first. */
async function run(define: readonly string[] | undefined, output: Output): Promise<Outcome> {
  const defines = parseDefines(define ?? []);
  if (isFailure(defines)) return defines;
  return new Promise((resolve) => {
    let open = true;
    const input = createInterface({ input: process.stdin });
    const uci = new UciEngine({
      name: define === undefined ? 'Gigatron' : `Gigatron (${define.join(' ')})`,
      send: (line) => output.out(line),
      boot() {
        const started = startSearcher(define, output.files);
        return isFailure(started) ? started : started.searcher;
      },
      later(milliseconds, task) {
        const next = (): void => {
          if (!open && !uci.thinking) return resolve(0);
          task();
          if (!open && !uci.thinking) resolve(0);
        };
        if (milliseconds === 0) setImmediate(next);
        else setTimeout(next, milliseconds);
      },
      now: () => performance.now(),
      show: (searcher, place) => show(searcher, place, output.files),
      random: () => Math.random(),
    });
    input.on('line', (line) => {
      // A search may still be running; it ends with the process. Lost output is reported first.
      if (!uci.receive(line)) setImmediate(() => process.exit());
    });
    input.on('close', () => {
      open = false;
      uci.endOfInput();
      if (!uci.thinking) resolve(0);
    });
  });
}

function show({ session }: Searcher, place: string, files: CommandFiles): CommandFailure | undefined {
  return files.write([{ path: place, content: screenshot(session.machine.monitor.pixels) }]);
}
