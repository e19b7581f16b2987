/** Measures what a run has done: profile by routine and line, and coverage, also as documents for other programs. */
export { arrivals, coverageOf, type FileCoverage, lcov, lineCycles } from './coverage.ts';
export { callProfile, regionsOf, TRAMPOLINES, type Region, type Regions } from './regions.ts';
export { cpuProfile, subtree, type CpuProfile } from './cpu-profile.ts';
