/**
 * Whether page and low byte of a return address that is kept in two bytes belong together.
 *
 * A low byte belongs to the page of the word after the one that loaded it: that is where a call comes back to. For each
 * pair of bytes three facts are kept, as bits: that the page byte is the page of what the low byte holds, of what AC
 * holds, and that Y is the page of what the low byte holds. They become true where a call sets both, and false with the
 * next store to one of them alone.
 */
import { elementAt, numberAt } from '#basics';
import { AC, opcodeOfWord, registersWritten, Y } from '#isa';
import type { CellPlan, PagePair } from './cells.ts';
import { cellOf, forgetCells, touchOfByte, type Known, type Surroundings } from './known.ts';
import { pageOfCall } from './constants.ts';
import { ANY, type Value } from './values.ts';

/** Bits of a pair: its two bytes belong together; AC and the page byte; Y and the low byte. */
const LOW = 1;
const IN_AC = 2;
const IN_Y = 4;
const WIDTH = 3;

/** Whether Y is the page of what a low byte holds, which a far jump reads. */
export function isPageInY({ pairs }: Readonly<Pick<Known, 'pairs'>>, { pairs: all }: CellPlan, slot: number): boolean {
  return all.some(({ low }, index) => low === slot && (pairs & (IN_Y << (index * WIDTH))) !== 0);
}

/** At power-on no low byte is a return address yet, so none is kept with the wrong page. */
export function pairsAtStart({ pairs }: CellPlan): number {
  return pairs.reduce((all, _, index) => all | (LOW << (index * WIDTH)), 0);
}

/** What is left of the pairs after a check, when AC and Y are lost and the handler has stored to some slots. */
export function pairsAfterCheck(pairs: number, { pairs: all }: CellPlan, stores: ReadonlySet<number>): number {
  return all.reduce((left, { page, low }, index) => {
    const isKept = (pairs & (LOW << (index * WIDTH))) !== 0 && !stores.has(page) && !stores.has(low);
    return isKept ? left | (LOW << (index * WIDTH)) : left;
  }, 0);
}

/** Forgets what no longer holds after a check: the handler may have run and stored to some slots. */
export function loseAtCheck(known: Known, plan: CellPlan, stores: ReadonlySet<number>): void {
  known.ac = ANY;
  known.y = ANY;
  known.pairs = pairsAfterCheck(known.pairs, plan, stores);
  forgetCells(known, stores);
  forgetCells(known, plan.counters);
}

/**
 * The pairs after a word that is not a jump.
 * @param known what is known before it
 * @param loaded what it loads into AC, if it loads a constant or an entry of a table
 */
export function pairsAfter(known: Readonly<Known>, word: number, loaded: Value, around: Surroundings): number {
  const { pairs: all } = around.plan;
  let pairs = 0;
  for (let index = 0; index < all.length; index++) {
    const facts = factsAfter(known, word, loaded, around, index);
    pairs |= facts << (index * WIDTH);
  }
  return pairs;
}

function factsAfter(known: Readonly<Known>, word: number, loaded: Value, around: Surroundings, index: number): number {
  const facts = (known.pairs >> (index * WIDTH)) & (LOW | IN_AC | IN_Y);
  const pair = elementAt(around.plan.pairs, index);
  const { operation } = opcodeOfWord(word);
  return operation === 'st'
    ? afterStore(facts, known, word, around, pair)
    : afterLoad(facts, known, word, loaded, around, pair);
}

function afterStore(
  before: number,
  known: Readonly<Known>,
  word: number,
  around: Surroundings,
  { page, low }: PagePair,
): number {
  const { cells } = around.plan;
  const { bus, target } = opcodeOfWord(word);
  let facts = before;
  if (touchOfByte(known.y, word, numberAt(cells, page), around) !== 'never') facts &= ~(LOW | IN_AC);
  const touch = touchOfByte(known.y, word, numberAt(cells, low), around);
  if (touch !== 'never') {
    const belongs = bus === 'ac' && (facts & IN_AC) !== 0;
    const isLeft = belongs && (touch === 'certainly' || (facts & LOW) !== 0);
    facts = (facts & IN_AC) | (isLeft ? LOW : 0);
  }
  return target === 'y' ? facts & ~IN_Y : facts;
}

function afterLoad(
  before: number,
  known: Readonly<Known>,
  word: number,
  loaded: Value,
  { plan, values }: Surroundings,
  { page, low }: PagePair,
): number {
  const { operation, bus, address: mode } = opcodeOfWord(word);
  const written = registersWritten(word);
  const byte = operation === 'ld' && bus === 'ram' && mode === 'd' && (before & LOW) !== 0 ? word & 0xff : undefined;
  let facts = before;
  if ((written & AC) !== 0) {
    const callPage = values.single(cellOf(known, page));
    const isCall =
      operation === 'ld' &&
      bus === 'd' &&
      values.constants(loaded)?.every((each) => pageOfCall(each) === callPage) === true;
    facts = isCall || byte === plan.cells[low] ? facts | IN_AC : facts & ~IN_AC;
  }
  if ((written & Y) !== 0) facts = byte === plan.cells[page] ? facts | IN_Y : facts & ~IN_Y;
  return facts;
}
