/** From a task's definition to the arguments of `gigatron asm`, or of `gigatron page`. */

/** What a task of type `gigatron` may have; package.json describes each to the user. */
export interface AssembleDefinition {
  readonly program: string;
  readonly output?: string;
  readonly listing?: string;
  readonly debugInfo?: string;
  /** A page to make; no image is written then. */
  readonly page?: string;
  /** What keys do in the page until the visitor chooses. */
  readonly keys?: string;
  readonly defines?: Readonly<Record<string, string | number>>;
}

/** Without `output` the image is beside the source. */
export function assembleArguments(definition: AssembleDefinition): string[] {
  const { program, output, listing, debugInfo, page, keys, defines = {} } = definition;
  const constants = Object.entries(defines).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  if (page !== undefined) return ['page', program, '-o', page, ...option('--keys', keys), ...constants];
  const image = output ?? `${program.replace(/\.gtasm$/, '')}.rom`;
  return ['asm', program, '-o', image, ...option('--listing', listing), ...option('--debug', debugInfo), ...constants];
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}
