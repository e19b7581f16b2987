/** Certificates for small programs. They claim no knowledge at any check; a test may add some. */
import { imageHash, type RamKib } from '#isa';
import { inPage, timedProgram } from '../assembler/timed-program.ts';

/** What a certificate can claim at a point. */
export interface Known {
  ac?: number;
  x?: number;
  y?: number;
  out?: number;
  bytes?: (readonly [number, number])[];
  isStart?: boolean;
  pairs?: (readonly [page: number, low: number, readonly (readonly [number, number])[]])[];
}

type Program = ReturnType<typeof timedProgram>;

/** A certificate of a program that claims all checks, as an object that a test may change. */
export function certificateOf(program: Program) {
  const { words, checks, charges, targets, loops, entries, external, slack } = program;
  const used: number[] = [];
  for (let at = program.used.indexOf(1); at >= 0; at = program.used.indexOf(1, at + 1)) used.push(at);
  return {
    format: 'gigatron-certificate',
    version: 3,
    image: imageHash(words),
    ramKib: 32 as RamKib,
    declarations: {
      entries: [...entries],
      checks: checks.map((check) => ({ ...check })),
      charges: charges.map(({ address, cycles, perCount }) =>
        perCount === undefined ? { address: address + 2, cycles } : { address, cycles, ...perCount, isDeclared: true },
      ) as { address: number; cycles: number; count?: string; factor?: number; isDeclared?: boolean }[],
      targets: targets.map((each) => ({ ...each })),
      resumes: [] as number[],
      loops: loops.map((each) => ({ ...each, entries: [] as number[] })),
      external: [...external],
      ...(slack === undefined ? {} : { slack }),
      used: used.flatMap((address) => [address, address]),
    },
    sets: ['*'],
    bytes: [] as number[],
    exact: checks.map(({ address }) => address),
    open: [] as number[],
    turns: [] as [head: number, from: number[]][],
    points: checks.map(({ address }) => [address, address + 1, {}] as [number, number, Known]),
    handlerStores: [] as [number, number][],
  };
}

/** A program in one page, and its certificate. */
export function certified(body: string) {
  const program = timedProgram(inPage(body));
  return { rom: program.words, at: program.at, certificate: certificateOf(program) };
}
