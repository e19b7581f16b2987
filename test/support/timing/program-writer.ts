/**
 * The text of a generated program. The writer knows what every construct costs, so checks are charged exactly; `spoil`
 * puts one word too many into one arm, which makes one path wrong.
 */
import { eachTarget, farJump, linesOf, TABLE } from './fragment.ts';
import { MNEMONICS, WORDS, type Item, type ProgramTree, type SegmentEnd } from './generated-program.ts';

/** Text of a tree with its costs. */
export interface ProgramText {
  readonly source: string;
  /** Arms into which a word too many can be put. */
  readonly arms: number;
  readonly largestCharge: number;
}

/** @param spoil the arm that gets a word too many; -1 for none */
export function writeProgram(tree: ProgramTree, spoil = -1): ProgramText {
  return new Writer(tree, spoil).write();
}

/** Words of a program, with line ends or `|` between them, and the cycles that they take. */
interface Code {
  readonly text: string;
  readonly cost: number;
}

class Writer {
  private labels = 0;
  private arms = 0;
  private largest = 0;

  constructor(
    private readonly tree: ProgramTree,
    private readonly spoil: number,
  ) {}

  write(): ProgramText {
    const routines = this.tree.routines.map((body, index) => this.routine(body, index));
    const costs = routines.map(({ cost }) => cost);
    const main = this.main(costs);
    const isCalled = this.tree.segments.some(({ end }) => end === 'call');
    const checked = isCalled ? this.checkedRoutine(costs) : '';
    const [near0, near1, ...far] = routines.map(({ text }) => text);
    const text = [main, checked, near0, near1, '.exits | .org $0300', ...far].join('|');
    const source = [POWER_ON, ...linesOf(text)].join('\n');
    return { source, arms: this.arms, largestCharge: this.largest };
  }

  private main(costs: readonly number[]): string {
    const { segments } = this.tree;
    const [first] = segments;
    // Before a short check, the last jump loads the account, and both words belong to the check.
    const isShort = first?.end !== 'sync' && first?.short === true;
    const [start, back, cost] = isShort
      ? ['start: ld [$20]', 'bra start+1 | ld [$20]', 0]
      : ['start:', 'bra start | nop', 2];
    const texts = segments.map(({ items: list, end, short }, index) => {
      const body = this.items(list, costs, 0);
      const isLast = index === segments.length - 1;
      const text = this.segment(body, end, short, isLast ? cost : 0, costs);
      // Two words that nothing pays for before it.
      const before = short && end !== 'sync' && index > 0 ? 'nop | ld [$20] |' : '';
      return `${before} ${text} | ${isLast && end !== 'plain' ? this.check(cost, false) : ''}`;
    });
    return [start, ...texts, back].join('|');
  }

  /** A segment with its check. @param more cycles that the check of a plain one pays for, too */
  private segment(body: Code, end: SegmentEnd, short: boolean, more: number, costs: readonly number[]): string {
    if (end === 'sync') return `${body.text} | .sync =${this.charge(body.cost)}`;
    if (end === 'plain') return `${this.check(body.cost + more, short)} | ${body.text}`;
    // It ends with a call: it pays up to the routine's own check, whose rest pays for the return.
    const back = this.label();
    const check = this.check(body.cost + 3 + this.checkedParts(costs).before.cost, short);
    return `${check} | ${body.text} | bra checked | ld ${back} | ${back}:`;
  }

  private parts: { before: Code; after: Code } | undefined;

  private checkedParts(costs: readonly number[]): { before: Code; after: Code } {
    const { before, after } = this.tree.checked;
    this.parts ??= { before: this.items(before, costs, 0), after: this.items(after, costs, 0) };
    return this.parts;
  }

  private checkedRoutine(costs: readonly number[]): string {
    const { before, after } = this.checkedParts(costs);
    const { short } = this.tree.checked;
    const check = `${short ? 'nop | ld [$20] |' : ''} ${this.check(after.cost + 2, short)}`;
    return `checked: st [$47] | ${before.text} | ${check} | ${after.text} | bra [$47] | nop`;
  }

  /** A check before words that take `cost` cycles. Both forms charge 5 more: a short one counts two words before it. */
  private check(cost: number, short: boolean): string {
    return `${short ? '.short' : '.check'} =${this.charge(cost)}`;
  }

  private charge(cost: number): number {
    this.largest = Math.max(this.largest, cost + 5);
    return cost + 5;
  }

  /** A routine may call those after it, a far one only far ones. */
  private routine(body: readonly Item[], index: number): Code {
    const later = this.tree.routines.map((_, other) =>
      other > index ? this.routine(this.tree.routines[other]!, other).cost : -1,
    );
    const isFar = index >= 2;
    const inner = this.items(body, later, isFar ? 2 : 0);
    const byte = (isFar ? 0x48 : 0x40) + index;
    const back = isFar ? `ld [${0x4c + index}],y | jmp y,[${byte}] | nop` : `bra [${byte}] | nop`;
    return { text: `sub${index}: st [${byte}] | ${inner.text} | ${back}`, cost: inner.cost + (isFar ? 4 : 3) };
  }

  private items(list: readonly Item[], costs: readonly number[], firstRoutine: number): Code {
    const codes = list.map((item) => this.item(item, costs, firstRoutine));
    return {
      text: codes.map(({ text }) => text).join('|'),
      cost: codes.reduce((sum, code) => sum + code.cost, 0),
    };
  }

  private item(item: Item, costs: readonly number[], firstRoutine: number): Code {
    switch (item.kind) {
      case 'straight':
        return { text: item.words.map((word) => WORDS[word]!).join('|'), cost: item.words.length };
      case 'branch':
        return this.branch(item, this.items(item.a, costs, firstRoutine), this.items(item.b, costs, firstRoutine));
      case 'loop':
        return this.loop(item, this.items(item.body, costs, firstRoutine));
      case 'wait': {
        const self = this.label();
        return { text: `ld ${item.turns} | ${self}: bne ${self} | suba 1`, cost: 1 + 2 * (item.turns + 1) };
      }
      case 'call':
        return item.routine < firstRoutine || costs[item.routine]! < 0
          ? { text: '', cost: 0 }
          : this.call(item.routine, costs[item.routine]!);
      case 'table':
        return this.table(item);
      case 'alone': {
        const [there, back] = [this.label(), this.label()];
        return { text: `bra ${there} | bra ${back} | ${there}: ld [$51] | bra ${there} | nop | ${back}:`, cost: 3 };
      }
      case 'fold': {
        const target = this.label();
        return { text: `bra ${target}+1 | ld [$50] | ${target}: ld [$50]`, cost: 2 };
      }
    }
  }

  private branch(item: Item & { kind: 'branch' }, a: Code, b: Code): Code {
    const [other, join] = [this.label(), this.label()];
    const difference = a.cost + 2 - b.cost;
    const [textA, textB] = [this.arm(a.text), this.arm(b.text)];
    const arms = (
      padA: string,
      padB: string,
    ): string => `ld [${0x50 + item.data}] | ${MNEMONICS[item.condition]} ${other}
      nop | ${padA} | ${textA} | bra ${join} | nop
      ${other}: | ${padB} | ${textB}
      ${join}:`;
    if (item.charge) {
      this.charge(Math.abs(3 - difference));
      // The second arm is charged its own three words and what it takes more than the first.
      return { text: arms('', `.charge ${3 - difference}`), cost: 3 + a.cost + 2 };
    }
    const pad = `.nops ${Math.abs(difference)}`;
    return {
      text: difference > 0 ? arms('', pad) : arms(pad, ''),
      cost: 3 + Math.max(a.cost + 2, b.cost),
    };
  }

  private loop({ count, atHead }: Item & { kind: 'loop' }, body: Code): Code {
    const [head, done] = [this.label(), this.label()];
    const cell = 0x60 + this.labels;
    const declare = `.loop ${head}, ${count}, ${count}`;
    if (!atHead) {
      const text = `ld ${count} | st [${cell}] | ${declare}
        ${head}: | ${body.text} | ld [${cell}] | suba 1 | bne ${head} | st [${cell}]`;
      return { text, cost: 2 + count * (body.cost + 4) };
    }
    const text = `ld ${count - 1} | st [${cell}] | ${declare}
      ${head}: ld [${cell}] | beq ${done} | suba 1 | st [${cell}] | ${body.text} | bra ${head} | nop
      ${done}:`;
    return { text, cost: 2 + (count - 1) * (body.cost + 6) + 3 };
  }

  private call(routine: number, cost: number): Code {
    const back = this.label();
    if (routine < 2) return { text: `bra sub${routine} | ld ${back} | ${back}:`, cost: 2 + cost };
    const call = farJump(`sub${routine}`, `ld ${back}`);
    return { text: `ld >${back} | st [${0x4c + routine}] | ${call} | ${back}:`, cost: 5 + cost };
  }

  private table({ data, whole, tests }: Item & { kind: 'table' }): Code {
    const [table, back] = [this.label(), this.label()];
    const text = `ld [${0x50 + data}] | anda 3 | adda ${table}
      ${whole ? `.table ${table}, 4 | .targets ${table}` : eachTarget(table)} | bra ac | bra ${back}
      ${table}: ${TABLE} | ${back}:`;
    if (!tests) return { text, cost: 6 };
    const [other, join] = [this.label(), this.label()];
    const positive = this.arm(`bra ${join} | nop`);
    const negative = this.arm('nop | nop');
    return { text: `${text} | blt ${other} | nop | ${positive} | ${other}: | ${negative} | ${join}:`, cost: 10 };
  }

  /** The words of an arm, with one too many if it is the one to spoil. */
  private arm(text: string): string {
    return this.arms++ === this.spoil ? `nop | ${text}` : text;
  }

  private label(): string {
    return `L${this.labels++}`;
  }
}

/** Power-on, trampoline and a handler that clobbers the registers and resumes. */
export const POWER_ON = `
        .slack 127
        ld   >start,y
        jmp  y,<start
        nop
        .org $0200
        .trampoline leave
handler: ld  [$21]
        adda 5
        st   [$21]
        ld   $aa,x
        ld   100
        st   [$20]
        ld   [$22],y
        jmp  y,[$21]
        ld   $bb
${trampoline('leave', 0x1f4)}
        .org $0100`;

/** A trampoline that leaves its page for the handler. */
export function trampoline(name: string, address: number): string {
  return `        .org $${address.toString(16)}
${name}: st  [$21]
        ld   ${address >> 8}
        st   [$22]
        ld   >handler,y
        jmp  y,<handler
        nop`;
}
