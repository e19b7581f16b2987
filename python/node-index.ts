/** Builds in Python around asm.py, on the machine that Node runs on. */
export type { Facts } from './facts.ts';
export { describeImage, mapBuild } from './node-map-build.ts';
export { BuildFailure, observeBuild, type BuildOptions } from './node-observed-build.ts';
