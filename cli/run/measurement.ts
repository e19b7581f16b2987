/** What `run` can measure: `--cpuprofile` and `--lcov`. */
import { bothProbes, type Machine, type Probe } from '#emulator';
import { callProfile, coverageOf, cpuProfile, lcov, regionsOf } from '#instruments';
import type { NewFile } from '#files/node';
import type { ProgramNames } from './program.ts';

/** The probe that observes a run, and what happens when the run has ended. */
export interface Measuring {
  readonly probe: Probe | undefined;
  results(): readonly NewFile[];
}

/** Starts the requested measurements, which count from now on. @param other a probe that also observes the run */
export function startMeasurement(
  files: { readonly cpuprofile?: string; readonly lcov?: string },
  names: ProgramNames,
  machine: Machine,
  other: Probe | undefined,
): Measuring {
  if (files.cpuprofile === undefined && files.lcov === undefined) return { probe: other, results: () => [] };
  const { info } = names;
  const regions = regionsOf(info, machine.rom);
  machine.startProfile();
  const calls = files.cpuprofile === undefined ? undefined : callProfile(info, regions, machine);
  const results = (): readonly NewFile[] => {
    const words = machine.profile;
    const results: NewFile[] = [];
    if (words !== undefined && files.cpuprofile !== undefined && calls !== undefined) {
      const urlOf = (source: number): string => names.url(info.sources[source]?.path ?? '');
      const document = cpuProfile({ info, regions, calls, words, urlOf });
      results.push({ path: files.cpuprofile, content: `${JSON.stringify(document)}\n` });
    }
    if (words !== undefined && files.lcov !== undefined) {
      // A library is not a file that the user could open.
      const covered = coverageOf(info, words, machine.rom).filter(({ path }) => !names.isLibrary(path));
      results.push({ path: files.lcov, content: lcov(covered, (path) => names.shown(path)) });
    }
    return results;
  };
  return { probe: calls === undefined ? other : bothProbes(calls, other), results };
}
