/** Places where a path cannot be followed, and the sentences that say so. */
import { hexByte, hexWord, opcodeOfWord } from '#isa';
import type { ProgramView } from '../kept/program-view.ts';
import type { TimingReason } from '../contract/report.ts';
import { faultOfCharge } from '../words/time-words.ts';
import type { Turns } from '../values/turns.ts';
import type { JumpTargets } from '../values/jumps.ts';
import { touchOfByte } from '../values/known.ts';
import type { Value } from '../values/values.ts';

/** Why a path cannot be followed any further. */
export interface PathFault {
  readonly reason: TimingReason;
  readonly message: string;
  readonly place: number;
}

/**
 * What keeps the word of a state from being followed, or undefined.
 * @param guardAccount whether a store to the account is a fault, and `isHandlers` whether the path is the handler's
 */
export function faultOf(
  view: ProgramView,
  state: { readonly address: number; readonly ac: Value; readonly y: Value; readonly turns: Turns },
  guardAccount: boolean,
  isHandlers: boolean,
): PathFault | undefined {
  const { address, turns } = state;
  const { overall } = view;
  const hidesRam = overall.hidesRam ?? (isHandlers ? overall.handlerHidesRam : undefined);
  if (hidesRam !== undefined) {
    const message = `After the ctrl at ${hexWord(hidesRam)}, RAM may no longer be readable`;
    return { reason: 'timing-ram', place: hidesRam, message };
  }
  if (view.isPlain(address)) return guardAccount ? accountFault(view, state) : undefined;
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
  const wrongAmount = amountFault(view, state);
  if (wrongAmount !== undefined) return wrongAmount;
  if (!guardAccount || charge !== undefined || view.isInside(address)) return undefined;
  return accountFault(view, state);
}

/** A store to the account by a word that belongs to no check or charge. */
function accountFault(
  view: ProgramView,
  { address, y }: { readonly address: number; readonly y: Value },
): PathFault | undefined {
  const word = view.word(address);
  const { accounts } = view.overall;
  const byX = [...(view.around.storedByX.get(address) ?? [])].find((each) => accounts.has(each));
  const byte = byX ?? word & 0xff;
  if (!accounts.has(byte)) return undefined;
  const touch = byX === undefined ? touchOfByte(y, word, byte, view.around) : 'perhaps';
  if (touch === 'never') return undefined;
  const isWritten = touch === 'certainly' ? 'is written' : 'may be written';
  const message = `The account ${hexByte(byte)} ${isWritten} by something that is neither a check nor a charge`;
  return { reason: 'timing-account', place: address, message };
}

/** A declared charge of an amount other than AC is known to hold. */
function amountFault(
  view: ProgramView,
  { address, ac }: { readonly address: number; readonly ac: Value },
): PathFault | undefined {
  const charge = view.amount(address);
  const held = charge === undefined ? undefined : view.overall.values.single(ac);
  if (charge?.perCount === undefined || held === undefined) return undefined;
  const { cycles, perCount } = charge;
  const { min, max } = view.overall.counts.get(perCount.count) ?? { min: 0, max: 0 };
  for (let count = min; count <= max; count++) {
    if (((cycles + perCount.factor * count + held) & 0xff) === 0) return undefined;
  }
  const declared = perCount.factor === 0 ? `${cycles}` : `${cycles} + ${perCount.factor} × ${perCount.count}`;
  const signed = (held << 24) >> 24;
  const message = `The charge is declared to be ${declared} cycles, and AC holds ${signed}, which charges ${-signed}`;
  return { reason: 'timing-declaration', place: address, message };
}

/** A jump that cannot be followed. */
export function describeEscape(
  view: ProgramView,
  address: number,
  targets: Exclude<JumpTargets, { kind: 'known' }>,
): PathFault {
  const { kind } = targets;
  const word = view.word(address);
  const opcode = opcodeOfWord(word);
  const cell = opcode.bus === 'ram' ? hexByte(word & 0xff) : undefined;
  if (kind === 'resume') {
    const message = 'A path runs into the jump by which the handler resumes a check';
    return { reason: 'timing-declaration', place: address, message };
  }
  if (kind === 'contradicted') {
    const { declared, page, low } = targets;
    if (low !== undefined) {
      const held = `AC holds ${hexByte(low)} at the jump, which leads to none of its declared targets`;
      return { reason: 'timing-declaration', place: address, message: held };
    }
    const message = `The jump goes to page ${hexWord(page << 8)} only, and its declared target ${hexWord(declared)} is in another`;
    return { reason: 'timing-declaration', place: address, message };
  }
  if (kind === 'used') {
    const message =
      'A path returns to an address that another jump may have used already and that has not been stored again; if it is a pointer that is used again and again, declare its ".targets"';
    return { reason: 'timing-return', place: address, message };
  }
  if (cell === undefined) {
    return { reason: 'timing-jump', place: address, message: 'A computed jump has no declared targets' };
  }
  if (kind === 'nothing') {
    const message = `A path returns through ${cell}, into which no call stores`;
    return { reason: 'timing-return', place: address, message };
  }
  const [lost] = view.overall.lostOutside;
  const isCause = view.overall.lostOutside.some((jump) => jump.isCause && jump.address === address);
  const because =
    lost === undefined || isCause
      ? 'can hold something else than return addresses'
      : lost.why === 'handler'
        ? `is not known because a path outside the handler runs into its jump at ${hexWord(lost.address)}`
        : `is not known because the jump at ${hexWord(lost.address)} has no declared targets`;
  return { reason: 'timing-return', place: address, message: `A path returns through ${cell}, which ${because}` };
}
