/** Compares what comments claim about cycles with the control flow, at each depth of calls (follow-claims.ts). */
import type { DebugInfo, DebugLine } from '#assembler';
import { claimedWords } from './claimed-words.ts';
import { entries } from './flow.ts';
import { FollowedClaims, type ClaimFinding } from './follow-claims.ts';

export interface ClaimReport {
  /** In the order of the words. */
  readonly findings: readonly ClaimFinding[];
  /** The lines that seem to claim something that is not understood, each once. */
  readonly unread: readonly DebugLine[];
  readonly words: number;
  /** Paths from a claim to the next that agree. */
  readonly agreed: number;
  /** Number of words that pay for cycles (`ld(-28/2)`), and of those that agree with what passes. */
  readonly payments: { readonly all: number; readonly agreed: number };
}

/** @param texts of the sources of the debug information; undefined for one that is not Python, or no longer exists */
export function checkClaims(rom: Uint16Array, info: DebugInfo, texts: readonly (string | undefined)[]): ClaimReport {
  const labels = labelsOf(info);
  const known = new Set<number>(info.lines.map(({ address }) => address));
  const reached = entries(rom, labels.keys(), (address) => known.has(address));
  const findings = new Map<string, ClaimFinding>();
  const unread = new Map<string, DebugLine>();
  const claimed = new Set<number>();
  const agreed = new Set<string>();
  const payments = { all: new Set<number>(), agreed: new Set<number>() };
  for (const words of claimedWords(info, texts)) {
    const followed = new FollowedClaims({ rom, labels, reached }, words);
    for (const finding of followed.findings()) findings.set(`${finding.kind} ${lineOf(finding.word.place)}`, finding);
    for (const place of words.unread) unread.set(lineOf(place), place);
    for (const address of words.words.keys()) claimed.add(address);
    for (const way of followed.agreed) agreed.add(way);
    for (const address of words.paid.keys()) payments.all.add(address);
    for (const address of followed.paid) payments.agreed.add(address);
  }
  return {
    findings: [...findings.values()].sort((a, b) => a.word.place.address - b.word.place.address),
    unread: [...unread.values()],
    words: claimed.size,
    agreed: agreed.size,
    payments: { all: payments.all.size, agreed: payments.agreed.size },
  };
}

function labelsOf({ symbols }: DebugInfo): ReadonlyMap<number, readonly string[]> {
  const labels = new Map<number, string[]>();
  for (const { kind, name, value } of symbols)
    if (kind === 'label') labels.set(value, [...(labels.get(value) ?? []), name]);
  return labels;
}

function lineOf({ source, line }: DebugLine): string {
  return `${source}:${line}`;
}
