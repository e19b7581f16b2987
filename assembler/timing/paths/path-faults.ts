/**
 * Places where a path cannot be followed, and the sentences that say so.
 */
import { INSTRUCTION_TABLE, hexByte, hexWord } from '#isa';
import type { ProgramView } from '../kept/program-view.ts';
import type { TimingReason } from '../contract/report.ts';
import { faultOfCharge } from '../words/time-words.ts';
import type { Turns } from '../values/turns.ts';
import type { Value } from '../values/values.ts';

/** Why a path ends without an answer. */
export interface PathFault {
  readonly reason: TimingReason;
  readonly message: string;
  readonly place: number;
}

/** What keeps the word of a state from being followed, or undefined. */
export function faultOf(
  view: ProgramView,
  { address, y, turns }: { readonly address: number; readonly y: Value; readonly turns: Turns },
  guardAccount: boolean,
): PathFault | undefined {
  if (!view.isUsed(address)) {
    const message = `A path comes to ${hexWord(address)}, where the source has no word`;
    return { reason: 'timing-lost', place: address, message };
  }
  const charge = view.charge(address);
  const count = charge?.perCount?.count ?? '';
  if (count !== '' && !turns.byCount.has(count)) {
    const message = `The count ${count} is not that of any declared loop`;
    return { reason: 'timing-declaration', place: address, message };
  }
  const wrongWords = charge === undefined ? undefined : faultOfCharge(view, charge, view.overall.accounts);
  if (wrongWords !== undefined) return { reason: 'timing-words', place: address, message: wrongWords };
  if (!guardAccount || charge !== undefined || view.isInside(address)) return undefined;
  const word = view.word(address);
  const opcode = INSTRUCTION_TABLE[word >> 8]!;
  const inZeroPage = opcode.address === 'd' || (opcode.address === 'yd' && mayBeZero(y, view));
  if (opcode.operation === 'st' && inZeroPage && view.overall.accounts.has(word & 0xff)) {
    const message = `The account ${hexByte(word & 0xff)} is written by something that is neither a check nor a charge`;
    return { reason: 'timing-account', place: address, message };
  }
  return undefined;
}

/** Whether 0 is among the constants that Y can be; a Y of which nothing is known is taken for another page. */
function mayBeZero(y: Value, { overall }: ProgramView): boolean {
  return overall.values.constants(y)?.some((page) => (page & 0xff) === 0) === true;
}

/** A jump that leads nowhere known. */
export function describeEscape(
  view: ProgramView,
  address: number,
  kind: 'nothing' | 'unknown' | 'resume' | 'caller',
): PathFault {
  const word = view.word(address);
  const opcode = INSTRUCTION_TABLE[word >> 8]!;
  const cell = opcode.bus === 'ram' ? hexByte(word & 0xff) : undefined;
  if (kind === 'resume') {
    const message = 'A path runs into the jump by which the handler resumes a check';
    return { reason: 'timing-declaration', place: address, message };
  }
  if (cell === undefined) {
    return { reason: 'timing-jump', place: address, message: 'A computed jump has no declared targets' };
  }
  if (kind === 'nothing') {
    const message = `A path returns through ${cell}, into which no call stores`;
    return { reason: 'timing-return', place: address, message };
  }
  const lost = view.overall.lostOutside.find((jump) => jump.address !== address);
  const because =
    lost === undefined
      ? 'can hold something else than return addresses'
      : `is not known because the jump at ${hexWord(lost.address)} has no declared targets`;
  return { reason: 'timing-return', place: address, message: `A path returns through ${cell}, which ${because}` };
}
