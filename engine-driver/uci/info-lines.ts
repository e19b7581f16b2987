/** UCI's `info` lines: what a search has found so far. */
import { nodesPerSecond, type Score, type SearchInfo } from '../search/search-report.ts';

/** Depth, score and principal variation in UCI's form. */
export function infoLine(info: SearchInfo): string {
  const { depth, selectiveDepth, score, pv } = info;
  const depths = `info depth ${depth} seldepth ${Math.max(depth, selectiveDepth)}`;
  return `${depths} score ${scoreWords(score)} ${counts(info)}${pv.length === 0 ? '' : ` pv ${pv.join(' ')}`}`;
}

/** The line between two iterations. */
export function countLine(info: SearchInfo): string {
  const { currentMove } = info;
  return `info ${counts(info)}${currentMove === undefined ? '' : ` currmove ${currentMove}`}`;
}

function counts(info: SearchInfo): string {
  return `nodes ${info.nodes} nps ${nodesPerSecond(info)} time ${Math.round(1000 * info.seconds)}`;
}

function scoreWords(score: Score): string {
  return 'cp' in score ? `cp ${score.cp}` : `mate ${score.mate}`;
}
