/** From a task's definition to the arguments of `gigatron asm`. */

/** What a task of type `gigatron` may have; package.json describes each to the user. */
export interface AssembleDefinition {
  readonly program: string;
  readonly output?: string;
  readonly listing?: string;
  readonly debugInfo?: string;
  readonly defines?: Readonly<Record<string, string | number>>;
}

/** Without `output` the image is beside the source. */
export function assembleArguments({ program, output, listing, debugInfo, defines = {} }: AssembleDefinition): string[] {
  return [
    'asm',
    program,
    '-o',
    output ?? `${program.replace(/\.gtasm$/, '')}.rom`,
    ...(listing === undefined ? [] : ['--listing', listing]),
    ...(debugInfo === undefined ? [] : ['--debug', debugInfo]),
    ...Object.entries(defines).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
  ];
}
