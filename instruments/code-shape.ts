/** What a call profile needs to know about a program, taken from its debug information. */
import type { DebugInfo } from '#assembler';
import { planProfile, type Machine, type ProfilePlan } from '#emulator';
import type { Regions } from './regions.ts';

/** Looks through a program's code once; the plan serves any number of profiles of this machine. */
export function profilePlan(
  info: Pick<DebugInfo, 'routines' | 'declarations'>,
  { regionOf, named }: Regions,
  machine: Pick<Machine, 'rom' | 'ram'>,
): ProfilePlan {
  return planProfile({
    memory: machine,
    regionOf,
    named,
    routines: info.routines.flatMap(({ start, returnCell }) => (returnCell === null ? [] : [{ start, returnCell }])),
    checks: info.declarations.checks,
  });
}
