/**
 * Lints that need to know what executes: unreachable words, page ends that are run across, bytes
 * that are read and never written.
 *
 * They are silent if the program has a computed jump without declared targets, which might go anywhere.
 */
import { hexWord, hexByte } from '#isa';
import { codeWords, leavesAlways, finding, intend, sayBefore } from './context.ts';
import type { LintContext, LintFinding } from './context.ts';

/** Runs the lints that follow control flow. */
export function lintFlow(context: LintContext): readonly LintFinding[] {
  return [...unreachableWords(context), ...pageFallThrough(context), ...neverWritten(context)];
}

function unreachableWords(context: LintContext): readonly LintFinding[] {
  const { found, words } = context.proof;
  if (found.lostJumps.length > 0) return [];
  const findings: LintFinding[] = [];
  let start = -1;
  let end = -1;
  const close = (): void => {
    const count = end - start;
    if (start < 0) return;
    const message = count === 1 ? 'No path reaches this word' : `No path reaches these ${count} words`;
    const fix = sayBefore(start, 'Declare it as an entry: .enter', '.enter');
    findings.push(finding('unreachable', start, message, { words: count, fix }));
  };
  for (const { address, opcode } of codeWords(context)) {
    // The delay slot of a check belongs to the check; that of a jump back to one is the handler's.
    if (found.isReached(address) || found.handlerWords[address] === 1 || words.inside[address] === 1) continue;
    if (context.program.intended.has(address)) continue;
    // A nop after two jumps stands for the entry of a table, so that the read has as many words as cycles.
    const isAfterJumps = leavesAlways(context, address - 1) && leavesAlways(context, address - 2);
    if (opcode.mnemonic === 'nop' && isAfterJumps) continue;
    if (address !== end) {
      close();
      start = address;
    }
    end = address + 1;
  }
  close();
  return findings;
}

function pageFallThrough(context: LintContext): readonly LintFinding[] {
  const findings = new Map<number, LintFinding>();
  for (const { address, next, followers } of context.proof.found.points) {
    if ((address & 0xff) !== 0xff || next !== address + 1 || context.program.intended.has(address)) continue;
    if (!followers.some((follower) => follower.address === next)) continue;
    const message = `Execution runs from ${hexWord(address)} into the next page, where near branches stay in that page`;
    findings.set(address, finding('page-fall-through', address, message, { fix: intend(address) }));
  }
  return [...findings.values()];
}

/**
 * Reads of zero-page bytes by `[D]` that no word stores to. A store through X whose page may be 0 may hit any byte:
 * then nothing is reported.
 */
function neverWritten(context: LintContext): readonly LintFinding[] {
  const written = new Set<number>();
  const readAt = new Map<number, number>();
  const inPageZero = storesInPageZero(context);
  for (const { address, opcode, operand } of codeWords(context)) {
    const isInPage = opcode.address === 'd' || opcode.address === 'x' || inPageZero.has(address);
    if (opcode.writesRam && isInPage) {
      if (opcode.address !== 'd' && opcode.address !== 'yd') return [];
      written.add(operand);
    } else if (opcode.address === 'd' && !readAt.has(operand) && context.proof.found.isReached(address))
      readAt.set(operand, address);
  }
  return [...readAt]
    .filter(([cell]) => !written.has(cell) && !context.program.external.has(cell))
    .map(([cell, address]) => {
      const name = context.program.variables.get(cell);
      const byte = name === undefined ? hexByte(cell) : `${hexByte(cell)} of "${name}"`;
      return finding('never-written', address, `The zero-page byte ${byte} is read here and never written`, { cell });
    });
}

/** Addresses at which Y can be a constant that is page 0, or its mirror. */
function storesInPageZero({ proof }: LintContext): ReadonlySet<number> {
  const { points, around } = proof.found;
  const isZero = (y: number): boolean =>
    proof.values.constants(y) !== undefined && proof.values.inPageZero(y, around.ram) !== 'never';
  return new Set(points.filter(({ y }) => isZero(y)).map(({ address }) => address));
}
