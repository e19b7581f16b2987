/** What was measured over a stretch of a run, as the message for views and other programs. */
import type { CallProfile, Profile } from '#emulator';
import { coverageOf, cpuProfile, lcov, profileReport, type Regions } from '#instruments';
import { handlerShare } from './handler-share.ts';
import type { MeasuredFile, MeasuredMessage, MeasuredRegion } from '../protocol.ts';
import type { Program } from '../program/program.ts';

/** Counts of the cycles `from` to `to`, `to` not included. */
export interface Measurement {
  readonly from: number;
  readonly to: number;
  readonly regions: Regions;
  readonly calls: CallProfile;
  readonly words: Profile;
}

export function measuredMessage({ from, to, regions, calls, words }: Measurement, program: Program): MeasuredMessage {
  const { info, sources, rom } = program;
  const report = profileReport(info, regions, calls, words);
  const pathOf = (source: number | undefined): string => sources.paths[source ?? -1] ?? '';
  const absolute = new Map(info.sources.map(({ path }, source) => [path, pathOf(source)]));
  const coverage = coverageOf(info, words, rom);
  const cycles = new Map(report.lines.map(({ source, line, cycles: used }) => [`${pathOf(source)}:${line}`, used]));
  return {
    from,
    to,
    handlerCycles: report.handlerCycles,
    handlerShare: handlerShare(report.handlerCycles, to - from),
    regions: report.regions.map(({ place, name, inHandler, exclusive, inclusive, arrivals }): MeasuredRegion => {
      const counts = { name, inHandler, exclusive, inclusive, arrivals };
      return place === undefined ? counts : { ...counts, path: pathOf(place.source), line: place.line };
    }),
    files: coverage.map((file): MeasuredFile => {
      const path = absolute.get(file.path) ?? file.path;
      const lines = file.lines.map((line) => ({ ...line, cycles: cycles.get(`${path}:${line.line}`) ?? 0 }));
      const branches = file.branches.map(({ line, taken, notTaken }) => ({ line, taken, notTaken }));
      return { path, lines, branches };
    }),
    cpuProfile: JSON.stringify(cpuProfile({ info, regions, calls, words, urlOf: (source) => fileUrl(pathOf(source)) })),
    lcov: lcov(coverage, (path) => absolute.get(path) ?? path),
  };
}

/** A path as a URL; in a browser, it already is one. */
function fileUrl(path: string): string {
  if (/^[a-z][a-z0-9+.-]+:\//i.test(path) || path.startsWith('<')) return path;
  const slashed = path.replaceAll('\\', '/');
  return `file://${encodeURI(slashed.startsWith('/') ? slashed : `/${slashed}`)}`;
}
