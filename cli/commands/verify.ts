/** `gigatron verify`: whether a certificate proves the timing of a ROM image. */
import type { Command } from 'commander';
import { hexWord, isFailure } from '#basics';
import { loadRom } from '#emulator';
import { shownName } from '#files';
import { formatWord, wordAt } from '#isa';
import { Refusal, verify as verifyCertificate, type Verified } from '#verifier';
import { commandFailure, fail, type Output, type Status } from '../output.ts';
import { counted } from '../report.ts';

/** Words of a path that are shown, the last ones. */
const MOST_SHOWN = 32;

export function addVerify(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('verify')
    .description('check that a certificate proves the time checks and the video handler of a ROM image')
    .argument('<rom>', 'ROM image')
    .argument('<certificate>', 'certificate; docs/verifier.md tells the format')
    .option('--trust', 'list what is believed')
    .action((rom: string, certificate: string, options: { readonly trust?: boolean }) =>
      end(verify(rom, certificate, options.trust === true, output)),
    );
}

function verify(image: string, file: string, listsTrust: boolean, output: Output): Status {
  const bytes = output.files.readBytes(image);
  if (isFailure(bytes)) return fail(output, bytes);
  const loaded = loadRom(bytes);
  if (isFailure(loaded)) return fail(output, commandFailure(2, `${shownName(image)}: ${loaded.message}`));
  const { rom } = loaded;
  const text = output.files.readText(file);
  if (isFailure(text)) return fail(output, text);
  const result = verifyCertificate(rom, parsed(text));
  if (isFailure(result)) {
    output.out(`refused: ${result.message}`);
    const path = result instanceof Refusal ? result.path : [];
    if (path.length > MOST_SHOWN) output.out(`  ${path.length - MOST_SHOWN} words, then`);
    for (const address of path.slice(-MOST_SHOWN))
      output.out(`  ${hexWord(address)}  ${formatWord(wordAt(rom, address))}`);
    return 1;
  }
  output.out(`accepted: ${summaryOf(result)}`);
  if (listsTrust)
    for (const [kind, places] of result.trusted)
      output.out(
        `  ${kind}${places
          .map(hexWord)
          .map((place) => ` ${place}`)
          .join('')}`,
      );
  return 0;
}

/** JSON, or nothing, which is no certificate. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function summaryOf({ checks, states, lines, trusted }: Verified): string {
  const handler = lines === 0 ? '' : `, the handler in ${counted(lines, 'line')}`;
  return `${counted(checks, 'check')} in ${counted(states, 'state')}${handler}, believing ${counted(trusted.size, 'kind')} of declarations`;
}
