/** Measures what a run has done: profile by routine and line, and coverage, also as documents for other programs. */
export { arrivals, coverageOf, type BranchCoverage, type FileCoverage, type LineCoverage, lcov } from './coverage.ts';
export { profilePlan, regionsOf, TRAMPOLINES, type Region, type Regions } from './regions.ts';
export { profileReport, subtree, type LineCost, type ProfileReport, type RegionCost } from './profile-report.ts';
export { cpuProfile, type CpuProfile } from './cpu-profile.ts';
