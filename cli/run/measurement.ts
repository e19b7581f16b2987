/** What `run` can measure: `--cpuprofile` and `--lcov`. */
import { isFailure } from '#basics';
import { bothProbes, CallProfile, type Machine, type Probe } from '#emulator';
import { coverageOf, cpuProfile, lcov, profilePlan, regionsOf, type Regions } from '#instruments';
import { commandFailure, type CommandFailure } from '../output.ts';
import { writeBytes } from '../node-files.ts';
import type { ProgramNames } from './program.ts';

/** The files to write, if requested. */
export interface MeasurementFiles {
  readonly cpuprofile?: string;
  readonly lcov?: string;
}

class Measurement implements Measuring {
  readonly probe: Probe | undefined;
  private readonly files: MeasurementFiles;
  private readonly names: ProgramNames;
  private readonly machine: Machine;
  private readonly regions: Regions;
  private readonly calls: CallProfile | undefined;

  /** Counts from now on. */
  constructor(files: MeasurementFiles, names: ProgramNames, machine: Machine, other: Probe | undefined) {
    this.files = files;
    this.names = names;
    this.machine = machine;
    this.regions = regionsOf(names.info, machine.rom);
    machine.startProfile();
    this.probe = other;
    if (files.cpuprofile === undefined) return;
    const plan = profilePlan(names.info, this.regions, machine);
    this.calls = new CallProfile(plan, { address: machine.address, callers: [] });
    this.probe = other === undefined ? this.calls : bothProbes(this.calls, other);
  }

  write(): CommandFailure | undefined {
    const { files, names, machine, regions, calls } = this;
    const words = machine.profile;
    if (words === undefined) return undefined;
    const { info } = names;
    if (files.cpuprofile !== undefined && calls !== undefined) {
      const urlOf = (source: number): string => names.url(info.sources[source]?.path ?? '');
      const document = cpuProfile({ info, regions, calls, words, urlOf });
      const failed = writeBytes(files.cpuprofile, `${JSON.stringify(document)}\n`);
      if (isFailure(failed)) return failed;
    }
    if (files.lcov === undefined) return undefined;
    // A library is not a file that the user could open.
    const covered = coverageOf(info, words, machine.rom).filter(({ path }) => !names.isLibrary(path));
    return writeBytes(
      files.lcov,
      lcov(covered, (path) => names.shown(path)),
    );
  }
}

/** The probe that observes a run, and what happens when the run has ended. */
export interface Measuring {
  readonly probe: Probe | undefined;
  /** Writes the requested files; returns the first failure, if any. */
  write(): CommandFailure | undefined;
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
  if (files.cpuprofile === undefined && files.lcov === undefined) return { probe: other, write: () => undefined };
  if (names !== undefined) return new Measurement(files, names, machine, other);
  const option = files.cpuprofile === undefined ? '--lcov' : '--cpuprofile';
  return commandFailure(2, `${option} needs a source: an image has no names`);
}
