/**
 * Stores of the handler that its proof has seen and the reach has not. What the reach knows of return addresses then
 * does not hold, and neither do the verdicts on checks.
 */
import { hexByte, hexWord, opcodeOfWord, wordAt } from '#isa';
import { usedAddresses } from '../contract/address-table.ts';
import type { TimingProgram } from '../contract/program.ts';
import type { Reach } from '../reach/reached.ts';
import { slotOf } from '../values/cells.ts';

export interface UnseenStore {
  readonly message: string;
  readonly address: number;
}

/**
 * The first such store.
 * @param seen 1 for addresses of words that the handler executes
 * @param stores bytes of the zero page to which it may store, each with the address of a word that does
 */
export function unseenStore(
  { words }: TimingProgram,
  { around, handlerStores, handlerWords }: Reach,
  seen: Uint8Array,
  stores: ReadonlyMap<number, number>,
): UnseenStore | undefined {
  for (const [byte, address] of stores) {
    const slot = slotOf(around.plan, byte);
    if (slot < 0 || handlerStores.has(slot)) continue;
    return {
      message: `The word at ${hexWord(address)} may store to ${hexByte(byte)}, which the proofs of the checks do not know of`,
      address,
    };
  }
  for (const address of usedAddresses(seen)) {
    if (handlerWords[address] === 1 || opcodeOfWord(wordAt(words, address)).operation !== 'st') continue;
    return {
      message: `The handler comes to the store at ${hexWord(address)}, which the proofs of the checks do not know of`,
      address,
    };
  }
  return undefined;
}
