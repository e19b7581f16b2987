/** What a run has done, measured: profile by routine and line, coverage; as documents that other programs read. */
export { arrivals, coverageOf, type BranchCoverage, type FileCoverage, type LineCoverage } from './coverage.ts';
export { profilePlan } from './code-shape.ts';
export { cpuProfile, type CpuProfile } from './cpu-profile.ts';
export { lcov } from './lcov.ts';
export { profileReport, subtree, type LineCost, type ProfileReport, type RegionCost } from './profile-report.ts';
export { regionsOf, TRAMPOLINES, type Region, type Regions } from './regions.ts';
