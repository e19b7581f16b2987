/** Builds in Python around asm.py, on the machine that Node runs on. */
export type { Facts } from './facts.ts';
export { mapBuild } from './node-map-build.ts';
export { debugInfoOf, wordsOf } from './node-mapped-image.ts';
export { BuildFailure, observeBuild, type BuildOptions } from './node-observed-build.ts';
