/**
 * Branches whose words mislead: labels and branches in delay slots, page ends, branches to nowhere.
 *
 * A word that the source marks as intended is left alone, and so is a branch in the slot of a
 * computed jump with declared targets: this is how a code lookup table is read.
 */
import { isConditional, encode, hexWord, nearTarget, opcodeOf } from '#isa';
import { codeAt, codeWords, leavesAlways, finding, intend } from './context.ts';
import type { CodeWord, LintContext, LintFinding } from './context.ts';

const NOP = encode(opcodeOf('ld', 0, 'ac'), 0);

const LINTS = [noSlot, labelInSlot, marginalBranch, branchAtPageEnd, branchInSlot, branchAtPowerOn, branchToNext];

/** Runs the lints that look at jumps and the words after them. */
export function lintBranches(context: LintContext): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  for (const word of codeWords(context)) {
    if (word.opcode.operation !== 'jump' || context.program.intended.has(word.address)) continue;
    for (const lint of LINTS) {
      const found = lint(context, word);
      if (found !== undefined) findings.push(found);
    }
  }
  return findings;
}

/** A branch at the end of a stretch of code or before data, as if the word after it did not execute. */
function noSlot(context: LintContext, { address, opcode }: CodeWord): LintFinding | undefined {
  const { used, data, words } = context.program;
  const isWritten = used[address + 1] === 1;
  if (isWritten && (data[address + 1] !== 1 || words[address + 1] === NOP)) return undefined;
  // After a branch in the slot of a jump the word at that jump's target comes next, not this one.
  if (leavesAlways(context, address - 1)) return undefined;
  const what = isWritten ? 'is data' : 'is not written';
  const message = `The delay slot of this ${opcode.mnemonic}, the word after it, ${what}, but executes all the same: add nop`;
  return finding('no-slot', address, message, {
    fix: { title: 'Insert nop after it', edits: [{ kind: 'insert-after', address, text: 'nop' }] },
  });
}

function labelInSlot(context: LintContext, { address, opcode }: CodeWord): LintFinding | undefined {
  const { program } = context;
  const label = program.labels.get(address + 1)?.[0];
  // After a branch in the slot of a jump the word at that jump's target comes next, not this one.
  if (leavesAlways(context, address - 1)) return undefined;
  if (program.data[address + 1] === 1 && program.words[address + 1] !== NOP) return undefined;
  if (label === undefined || program.intended.has(address + 1) || program.used[address + 1] === 0) return undefined;
  if (isExit(context, address)) return undefined;
  const message = `The word at label ${label} is the delay slot of this ${opcode.mnemonic} and executes with it: add nop before the label`;
  return finding('label-in-slot', address, message, {
    related: { address: address + 1, message: `Label ${label}` },
    fix: { title: `Insert nop before ${label}`, edits: [{ kind: 'insert-after', address, text: 'nop' }] },
  });
}

/** Whether a timed block ends in the slot of a jump that is always taken, and nothing else leads to the slot. */
function isExit(context: LintContext, address: number): boolean {
  const { program, proof } = context;
  if (!leavesAlways(context, address) || !program.assertions.some(({ to }) => to === address + 1)) return false;
  if (program.entries.includes(address + 1)) return false;
  const before = proof.found.points.filter(({ followers }) => followers.some((point) => point.address === address + 1));
  return before.length > 0 && before.every((point) => point.address === address);
}

function marginalBranch(_: LintContext, { address, opcode }: CodeWord): LintFinding | undefined {
  if (!isConditional(opcode) || opcode.bus !== 'ram') return undefined;
  const message = `A ${opcode.mnemonic} to an address from RAM is electrically marginal: the bus settles late while AC is tested`;
  return finding('marginal-branch', address, message, { fix: intend(address) });
}

function branchAtPageEnd(_: LintContext, { address, opcode }: CodeWord): LintFinding | undefined {
  if ((address & 0xff) !== 0xff || opcode.condition === 'far') return undefined;
  const message = `A near branch at ${hexWord(address)}, the last word of its page, goes to page ${hexWord(nearTarget(address, 0)).slice(0, 3)}`;
  return finding('branch-at-page-end', address, message, { fix: intend(address) });
}

function branchInSlot(context: LintContext, { address, opcode }: CodeWord): LintFinding | undefined {
  const before = codeAt(context, address - 1);
  if (before?.opcode.operation !== 'jump' || context.program.intended.has(before.address)) return undefined;
  if (context.proof.found.declared.has(before.address) || context.proof.words.inside[address] === 1) return undefined;
  const message = `This ${opcode.mnemonic} is in the delay slot of a ${before.opcode.mnemonic}: if both are taken, one word executes at the first target`;
  return finding('branch-in-slot', address, message, {
    related: { address: before.address, message: 'The branch before it' },
    fix: intend(address),
  });
}

/** Reset holds the word at $0000 for as long as it lasts, so that it executes at least twice: once in its own slot. */
function branchAtPowerOn(_: LintContext, { address, opcode }: CodeWord): LintFinding | undefined {
  if (address !== 0) return undefined;
  const message = `The word at $0000 executes twice at power-on, so this ${opcode.mnemonic} is in its own delay slot, and its target executes twice: begin with nop`;
  return finding('branch-in-slot', address, message, {
    fix: { title: 'Insert nop before it', edits: [{ kind: 'insert-before', address, text: 'nop' }] },
  });
}

function branchToNext(context: LintContext, { address, opcode, operand }: CodeWord): LintFinding | undefined {
  if (opcode.bus !== 'd' || opcode.condition === 'far' || nearTarget(address, operand) !== address + 2)
    return undefined;
  if (codeAt(context, address - 1)?.opcode.operation === 'jump') return undefined;
  const slot = codeAt(context, address + 1);
  const skipped =
    slot?.opcode.writesRam === true ? 'the store after it is not skipped' : 'its delay slot executes either way';
  const message = `This ${opcode.mnemonic} goes where execution goes anyway; ${skipped}`;
  return finding('branch-to-next', address, message, {
    fix: { title: 'Replace the branch by nop', edits: [{ kind: 'replace', address, text: 'nop' }] },
  });
}
