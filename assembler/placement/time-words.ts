/**
 * The words of time checks, of corrections of the account, and of delays of an exact number of cycles.
 *
 * Up to four cycles are nops. From five on, a loop of three words is shorter: `ld k`, `bne` to itself and
 * `suba 1` in the delay slot take 3 + 2k cycles and change AC. Longer delays chain loops; one nop fills up
 * an even rest. The branch may not be in the last word of a page, from where it would land in the next page.
 */
import { CHECK_SHAPES, CHECK_WORDS, encode, hexWord, opcodeOf, resumeAddress, type CheckForm } from '#isa';
import type { DirectiveStatement } from '../contract/syntax.ts';
import type { Item, Program } from '../program/program.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { declaresAccount } from '../values/unknown-names.ts';

const LD = opcodeOf('ld', 0, 'd');
const ADDA_ZP = opcodeOf('adda', 0, 'ram');
const SUBA = opcodeOf('suba', 0, 'd');
const ST_ZP = opcodeOf('st', 0, 'ac');
const BLT = opcodeOf('jump', 2, 'd');
const NOP = encode(opcodeOf('ld', 0, 'ac'), 0);
const BNE = opcodeOf('jump', 3, 'd');
const SUBA_1 = encode(SUBA, 1);
/** The most cycles that can be charged to a signed account at once. */
const MAX_CHARGE = 128;

/** The form of check that each directive makes. */
const CHECK_FORMS: Readonly<Record<string, CheckForm>> = { check: 'check', sync: 'sync', shortcheck: 'short' };

/** Makes the words, item by item. */
export class TimeWordEncoder {
  /** Pages whose missing trampoline has been reported. */
  private readonly pagesWithout = new Set<number>();

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {}

  /** The words of a directive; undefined for other directives. */
  of(item: Item, statement: DirectiveStatement): readonly number[] | undefined {
    switch (statement.name) {
      case 'check':
      case 'sync':
        return this.check(item, statement);
      case 'shortcheck':
        return this.shortCheck(item, statement);
      case 'charge':
        return this.correction(item, statement, -1);
      case 'refund':
        return this.correction(item, statement, 1);
      default:
        return undefined;
    }
  }

  private check(item: Item, statement: DirectiveStatement): readonly number[] {
    const { program } = this;
    const account = this.account(item, statement);
    const page = ((item.address + CHECK_SHAPES.check.branch + 1) & 0xffff) >> 8;
    const trampoline = program.trampolines.get(page);
    if (trampoline === undefined) this.missingTrampoline(item, statement, page);
    const cycles = this.cycles(item, statement);
    if (Number.isNaN(cycles) || trampoline === undefined || account < 0) return [0, 0, 0, 0, 0];
    return [...charge(-cycles, account), encode(BLT, trampoline), encode(LD, item.address)];
  }

  private shortCheck(item: Item, statement: DirectiveStatement): readonly number[] {
    const { program } = this;
    const account = this.account(item, statement);
    const exit = program.exits.get(item);
    if (exit === undefined) this.missingExit(item, statement);
    else if (exit >> 8 !== item.address >> 8) {
      const message = `The exit of this short check is at ${hexWord(exit)}, in another page than the check at ${hexWord(item.address)}`;
      program.findings.add('GT0835', message, item, statement);
    }
    const cycles = this.cycles(item, statement);
    if (Number.isNaN(cycles) || exit === undefined || account < 0) return [0, 0, 0];
    return [encode(SUBA, cycles), encode(BLT, exit), encode(ST_ZP, account)];
  }

  /** What a check charges; NaN after a report. */
  private cycles(item: Item, { name, expressions }: DirectiveStatement): number {
    const { program } = this;
    const form = CHECK_FORMS[name] ?? 'check';
    const { address, statement } = item;
    if (resumeAddress({ address, form }) >> 8 !== address >> 8) {
      const message = `A time check and the word after it must be in one page; this one begins at ${hexWord(address)}`;
      program.findings.add('GT0804', message, item, statement);
    }
    const [label] = expressions;
    const target = label === undefined ? NaN : this.evaluator.value(label, item);
    if (Number.isNaN(target)) return NaN;
    const cycles = checkCycles(form, address, target);
    const least = CHECK_SHAPES[form].words;
    if (cycles >= least && cycles <= MAX_CHARGE) return cycles;
    const where = form === 'sync' ? 'before it' : 'after it';
    const what = form === 'short' ? 'A short check' : 'A time check';
    const message = `${what} counts ${least} to ${MAX_CHARGE} words, itself included, but the label is ${cycles} words ${where}`;
    program.findings.add('GT0803', message, item, label);
    return NaN;
  }

  /** Reports a page without a trampoline, once for all its checks. */
  private missingTrampoline(item: Item, statement: DirectiveStatement, page: number): void {
    if (this.pagesWithout.has(page) || this.isIncomplete()) return;
    this.pagesWithout.add(page);
    const message = `Page ${hexWord(page << 8)} has no .trampoline for its time checks to leave by`;
    this.program.findings.add('GT0802', message, item, statement);
  }

  private missingExit(item: Item, statement: DirectiveStatement): void {
    if (this.isIncomplete()) return;
    this.program.findings.add('GT0834', 'No .exits after this short check makes an exit for it', item, statement);
  }

  /** Whether a missing file or macro, or a refused macro call, may be the cause, which has been reported. */
  private isIncomplete(): boolean {
    const { findings } = this.program;
    return findings.has('GT0701') || findings.has('GT0301') || findings.has('GT0603');
  }

  private correction(item: Item, statement: DirectiveStatement, sign: number): readonly number[] {
    const [expression] = statement.expressions;
    const cycles = expression === undefined ? NaN : this.evaluator.value(expression, item);
    const account = this.account(item, statement);
    if (Number.isNaN(cycles) || account < 0) return [0, 0, 0];
    if (!Number.isInteger(cycles) || Math.abs(cycles) > MAX_CHARGE) {
      const message = `The account can be corrected by at most ${MAX_CHARGE} cycles, not ${cycles}`;
      this.program.findings.add('GT0805', message, item, expression);
      return [0, 0, 0];
    }
    return charge(sign * cycles, account);
  }

  private account(item: Item, statement: DirectiveStatement): number {
    const { account, findings } = this.program;
    if (account < 0 && !this.isIncomplete()) {
      const message = 'There is no cycle account; name its zero-page byte with ".timing account=name"';
      findings.add('GT0801', message, item, statement, { fixes: declaresAccount(this.program, item) });
    }
    return account;
  }
}

function charge(amount: number, account: number): number[] {
  return [encode(LD, amount), encode(ADDA_ZP, account), encode(ST_ZP, account)];
}

/** Cycles that a time check charges: ahead up to its label, or afterwards from its label to its own end. */
export function checkCycles(form: CheckForm, address: number, target: number): number {
  return form === 'sync' ? address + CHECK_WORDS - target : target - address;
}

/** Cycles of the longest loop. */
const LONGEST_LOOP = 3 + 2 * 255;
/** From here on, a loop is shorter than nops. */
const SHORTEST_LOOP = 5;

/** The most cycles that `.wait` can take. */
export const MAX_WAIT = 65_535;

/**
 * The words of a delay.
 * @param cycles 0 to MAX_WAIT
 * @param address where the first word will be; only its low byte matters
 * @param keepsAc whether AC must not change, which leaves nops only
 */
export function waitWords(cycles: number, address: number, keepsAc: boolean): number[] {
  const words: number[] = [];
  let rest = cycles;
  while (rest > 0) {
    const low = (address + words.length) & 0xff;
    const isAtPageEnd = ((low + 1) & 0xff) === 0xff;
    if (keepsAc || rest < SHORTEST_LOOP || isAtPageEnd) {
      words.push(NOP);
      rest--;
      continue;
    }
    const odd = rest % 2 === 0 ? rest - 1 : rest;
    const loop = Math.min(odd, LONGEST_LOOP);
    words.push(encode(LD, (loop - 3) / 2), encode(BNE, (low + 1) & 0xff), SUBA_1);
    rest -= loop;
  }
  return words;
}
