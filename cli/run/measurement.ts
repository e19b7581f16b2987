/** What `run` can measure: `--cpuprofile` and `--lcov`. */
import { bothProbes, CallProfile, type Machine, type Probe } from '#emulator';
import { coverageOf, cpuProfile, lcov, profilePlan, regionsOf, type Regions } from '#instruments';
import type { NewFile } from '#files/node';
import type { CommandFailure } from '../output.ts';
import { needsNames, type ProgramNames } from './program.ts';

interface MeasurementFiles {
  readonly cpuprofile?: string;
  readonly lcov?: string;
}

class Measurement implements Measuring {
  readonly probe: Probe | undefined;
  private readonly regions: Regions;
  private readonly calls: CallProfile | undefined;

  /** Counts from now on. */
  constructor(
    private readonly files: MeasurementFiles,
    private readonly names: ProgramNames,
    private readonly machine: Machine,
    other: Probe | undefined,
  ) {
    this.regions = regionsOf(names.info, machine.rom);
    machine.startProfile();
    this.probe = other;
    if (files.cpuprofile === undefined) return;
    const plan = profilePlan(names.info, this.regions, machine);
    this.calls = new CallProfile(plan, { address: machine.address, callers: [] });
    this.probe = other === undefined ? this.calls : bothProbes(this.calls, other);
  }

  results(): readonly NewFile[] {
    const { files, names, machine, regions, calls } = this;
    const words = machine.profile;
    if (words === undefined) return [];
    const { info } = names;
    const results: NewFile[] = [];
    if (files.cpuprofile !== undefined && calls !== undefined) {
      const urlOf = (source: number): string => names.url(info.sources[source]?.path ?? '');
      const document = cpuProfile({ info, regions, calls, words, urlOf });
      results.push({ path: files.cpuprofile, content: `${JSON.stringify(document)}\n` });
    }
    if (files.lcov === undefined) return results;
    // A library is not a file that the user could open.
    const covered = coverageOf(info, words, machine.rom).filter(({ path }) => !names.isLibrary(path));
    results.push({ path: files.lcov, content: lcov(covered, (path) => names.shown(path)) });
    return results;
  }
}

/** The probe that observes a run, and what happens when the run has ended. */
export interface Measuring {
  readonly probe: Probe | undefined;
  results(): readonly NewFile[];
}

/**
 * Starts the requested measurements; a failure if they need names that an image does not have.
 * @param other a probe that also observes the run
 */
export function startMeasurement(
  files: MeasurementFiles,
  names: ProgramNames | undefined,
  machine: Machine,
  other: Probe | undefined,
): Measuring | CommandFailure {
  if (files.cpuprofile === undefined && files.lcov === undefined) return { probe: other, results: () => [] };
  if (names !== undefined) return new Measurement(files, names, machine, other);
  const option = files.cpuprofile === undefined ? '--lcov' : '--cpuprofile';
  return needsNames(option, 'has no names');
}
