/** `gigatron verify`: whether a certificate proves the timing of a ROM image. */
import type { Command } from 'commander';
import { failure, hexWord, isFailure, type Result } from '#basics';
import { loadRom } from '#isa';
import { kindOf, shownName } from '#files';
import { verify as verifyCertificate } from '#verifier';
import { printPath, summaryOf } from '../certificate.ts';
import { commandFailure, type Outcome, type Output } from '../output.ts';

export function addVerify(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  program
    .command('verify')
    .description('check that a certificate proves the time checks and the video handler of a ROM image')
    .argument('<rom>', 'ROM image')
    .argument('<certificate>', 'certificate; docs/verifier.md tells the format')
    .option('--trust', 'list what is taken on trust')
    .action((rom: string, certificate: string, options: { readonly trust?: boolean }) =>
      end(verify(rom, certificate, options.trust === true, output)),
    );
}

function verify(image: string, file: string, listsTrust: boolean, output: Output): Outcome {
  const bytes = output.files.readBytes(image);
  if (isFailure(bytes)) return bytes;
  if (kindOf(image, bytes) !== 'image') return commandFailure(2, `${shownName(image)}: it is not a ROM image`);
  const loaded = loadRom(bytes);
  if (isFailure(loaded)) return commandFailure(2, `${shownName(image)}: ${loaded.message}`);
  const { rom } = loaded;
  const text = output.files.readText(file);
  if (isFailure(text)) return text;
  const document = parsed(text);
  const result = isFailure(document) ? document : verifyCertificate(rom, document);
  if (isFailure(result)) {
    output.out(`refused: ${result.message}`);
    printPath(output, result, rom);
    return 1;
  }
  output.out(`accepted: ${summaryOf(result)}`);
  if (listsTrust)
    for (const [kind, places] of result.trusted) output.out(`  ${[kind, ...places.map(hexWord)].join(' ')}`);
  return 0;
}

/** The parsed JSON. */
function parsed(text: string): Result<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return failure('the certificate is not JSON; it may have been cut off');
  }
}
