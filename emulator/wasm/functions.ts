/**
 * Indexes of types and functions that every translated module has in common.
 */
import { I32 } from './code.ts';
import type { FunctionType } from './module-writer.ts';

const words = (count: number): number[] => Array.from({ length: count }, () => I32);

/** Types by index. A translated block takes AC, X, Y and the cycles left. */
export const TYPE = { block: 0, place: 1, plain: 2, change: 3, burst: 4, three: 5, paint: 6, ask: 7 } as const;
export const TYPES: readonly FunctionType[] = [
  { parameters: words(4) },
  { parameters: words(5) },
  { parameters: [] },
  { parameters: words(4) },
  { parameters: words(6) },
  { parameters: words(3), results: [I32] },
  { parameters: words(1) },
  { parameters: words(5), results: [I32] },
];

/** Imported functions, then the helpers, then the blocks. */
export const FUNCTION = {
  vSyncFall: 0,
  drain: 1,
  ask: 2,
  leave: 3,
  change: 4,
  burst: 5,
  alu: 6,
  paint: 7,
  count: 8,
  firstBlock: 9,
} as const;
export const IMPORTS = [
  { name: 'vSyncFall', type: TYPE.paint },
  { name: 'drain', type: TYPE.plain },
  { name: 'ask', type: TYPE.ask },
] as const;

/** Parameters of a block, and the locals after them. */
export const LOCAL = { ac: 0, x: 1, y: 2, left: 3, address: 4, value: 5, target: 6, next: 7, turns: 8 } as const;
export const BLOCK_LOCALS: readonly number[] = words(5);
