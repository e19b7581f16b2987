/**
 * The text of a generated program. The writer knows what every construct costs, so checks are charged exactly; `spoil`
 * puts one word too many into one arm, which makes one path wrong.
 */
import { MNEMONICS, WORDS, type Item, type ProgramTree } from './generated-program.ts';

/** Text of a tree with its costs. */
export interface ProgramText {
  readonly source: string;
  /** Arms into which a word too many can be put. */
  readonly arms: number;
  readonly largestCharge: number;
}

/** Writes a tree as source. @param spoil the arm that gets a word too many; -1 for none */
export function writeProgram(tree: ProgramTree, spoil = -1): ProgramText {
  return new Writer(tree, spoil).write();
}

interface Code {
  readonly lines: readonly string[];
  readonly cost: number;
}

const NOTHING: Code = { lines: [], cost: 0 };

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
    const near = [
      ...main.lines,
      ...(isCalled ? this.checkedRoutine(costs).lines : []),
      ...routines.slice(0, 2).flatMap(({ lines }) => lines),
      '.exits',
    ];
    const far = routines.slice(2).flatMap(({ lines }) => lines);
    const source = [POWER_ON, ...near, '.org $0300', ...far].join('\n');
    return { source, arms: this.arms, largestCharge: this.largest };
  }

  private main(costs: readonly number[]): Code {
    const { segments } = this.tree;
    const [first] = segments;
    // Before a short check, the last jump loads the account, and both words belong to the check.
    const isShort = first?.end !== 'sync' && first?.short === true;
    const lines: string[] = isShort ? ['start: ld [$20]'] : ['start:'];
    const [back, cost] = isShort ? [['bra start+1', 'ld [$20]'], 0] : [['bra start', 'nop'], 2];
    segments.forEach(({ items: list, end, short }, index) => {
      const body = this.items(list, costs, 0);
      const last = index === segments.length - 1;
      // Two words that nothing pays for before it.
      if (short && end !== 'sync' && index > 0) lines.push('nop', 'ld [$20]');
      if (end === 'sync') lines.push(...body.lines, `.sync =${this.charge(body.cost)}`);
      else if (end === 'call') lines.push(...this.callChecked(body, costs, short));
      else lines.push(this.check(body.cost + (last ? cost : 0), short), ...body.lines);
      if (last && end !== 'plain') lines.push(this.check(cost, false));
      if (last) lines.push(...back);
    });
    return { lines, cost: 0 };
  }

  /** A segment that ends with a call: it pays up to the routine's own check, whose rest pays for the return. */
  private callChecked(body: Code, costs: readonly number[], short: boolean): readonly string[] {
    const back = this.label();
    const check = this.check(body.cost + 3 + this.checkedParts(costs).before.cost, short);
    return [check, ...body.lines, 'bra checked', `ld ${back}`, `${back}:`];
  }

  private parts: { before: Code; after: Code } | undefined;

  private checkedParts(costs: readonly number[]): { before: Code; after: Code } {
    const { before, after } = this.tree.checked;
    this.parts ??= { before: this.items(before, costs, 0), after: this.items(after, costs, 0) };
    return this.parts;
  }

  private checkedRoutine(costs: readonly number[]): Code {
    const { before, after } = this.checkedParts(costs);
    const { short } = this.tree.checked;
    const check = [...(short ? ['nop', 'ld [$20]'] : []), this.check(after.cost + 2, short)];
    return { lines: ['checked: st [$47]', ...before.lines, ...check, ...after.lines, 'bra [$47]', 'nop'], cost: 0 };
  }

  /** A check before words that take a number of cycles. Both forms charge 5 more: a short one includes two words before it. */
  private check(cost: number, short: boolean): string {
    return `${short ? '.short' : '.check'} =${this.charge(cost)}`;
  }

  private charge(cost: number): number {
    this.largest = Math.max(this.largest, cost + 5);
    return cost + 5;
  }

  /** A routine may call those after it, and far ones only far ones. */
  private routine(body: readonly Item[], index: number): Code {
    const later = this.tree.routines.map((_, other) =>
      other > index ? this.routine(this.tree.routines[other]!, other).cost : -1,
    );
    const inner = this.items(body, later, index < 2 ? 0 : 2);
    const far = index >= 2;
    const start = `sub${index}: st [${far ? 0x48 + index : 0x40 + index}]`;
    const back = far ? [`ld [${0x4c + index}],y`, `jmp y,[${0x48 + index}]`, 'nop'] : [`bra [${0x40 + index}]`, 'nop'];
    return { lines: [start, ...inner.lines, ...back], cost: 1 + inner.cost + back.length };
  }

  private items(list: readonly Item[], costs: readonly number[], firstRoutine: number): Code {
    const codes = list.map((item) => this.item(item, costs, firstRoutine));
    return { lines: codes.flatMap(({ lines }) => lines), cost: codes.reduce((sum, code) => sum + code.cost, 0) };
  }

  private item(item: Item, costs: readonly number[], firstRoutine: number): Code {
    switch (item.kind) {
      case 'straight':
        return { lines: item.words.map((word) => WORDS[word]!), cost: item.words.length };
      case 'branch':
        return this.branch(item, this.items(item.a, costs, firstRoutine), this.items(item.b, costs, firstRoutine));
      case 'loop':
        return this.loop(item, this.items(item.body, costs, firstRoutine));
      case 'wait': {
        const self = this.label();
        return { lines: [`ld ${item.turns}`, `${self}: bne ${self}`, 'suba 1'], cost: 1 + 2 * (item.turns + 1) };
      }
      case 'call':
        return item.routine < firstRoutine || costs[item.routine]! < 0
          ? NOTHING
          : this.call(item.routine, costs[item.routine]!);
      case 'table':
        return this.table(item);
      case 'alone': {
        const [there, back] = [this.label(), this.label()];
        return {
          lines: [`bra ${there}`, `bra ${back}`, `${there}: ld [$51]`, `bra ${there}`, 'nop', `${back}:`],
          cost: 3,
        };
      }
      case 'fold': {
        const target = this.label();
        return { lines: [`bra ${target}+1`, 'ld [$50]', `${target}: ld [$50]`], cost: 2 };
      }
    }
  }

  private branch(item: Item & { kind: 'branch' }, a: Code, b: Code): Code {
    const [other, join] = [this.label(), this.label()];
    const difference = a.cost + 2 - b.cost;
    const [linesA, linesB] = [this.arm(a.lines), this.arm(b.lines)];
    const head = [`ld [${0x50 + item.data}]`, `${MNEMONICS[item.condition]} ${other}`, 'nop'];
    const arms = (padA: readonly string[], padB: readonly string[]): readonly string[] => [
      ...head,
      ...padA,
      ...linesA,
      `bra ${join}`,
      'nop',
      `${other}: `,
      ...padB,
      ...linesB,
      `${join}:`,
    ];
    if (item.charge) {
      this.charge(Math.abs(3 - difference));
      // The second arm is charged its own three words and what it takes more than the first.
      return { lines: arms([], [`.charge ${3 - difference}`]), cost: 3 + a.cost + 2 };
    }
    const pad = [`.nops ${Math.abs(difference)}`];
    return { lines: difference > 0 ? arms([], pad) : arms(pad, []), cost: 3 + Math.max(a.cost + 2, b.cost) };
  }

  private loop({ count, atHead }: Item & { kind: 'loop' }, body: Code): Code {
    const [head, done] = [this.label(), this.label()];
    const cell = 0x60 + this.labels;
    const declare = `.loop ${head}, ${count}, ${count}`;
    if (!atHead) {
      const lines = [
        `ld ${count}`,
        `st [${cell}]`,
        declare,
        `${head}:`,
        ...body.lines,
        `ld [${cell}]`,
        'suba 1',
        `bne ${head}`,
        `st [${cell}]`,
      ];
      return { lines, cost: 2 + count * (body.cost + 4) };
    }
    const lines = [
      `ld ${count - 1}`,
      `st [${cell}]`,
      declare,
      `${head}: ld [${cell}]`,
      `beq ${done}`,
      'suba 1',
      `st [${cell}]`,
      ...body.lines,
    ];
    return { lines: [...lines, `bra ${head}`, 'nop', `${done}:`], cost: 2 + (count - 1) * (body.cost + 6) + 3 };
  }

  private call(routine: number, cost: number): Code {
    const back = this.label();
    if (routine < 2) return { lines: [`bra sub${routine}`, `ld ${back}`, `${back}:`], cost: 2 + cost };
    const lines = [
      `ld >${back}`,
      `st [${0x4c + routine}]`,
      `ld >sub${routine},y`,
      `jmp y,<sub${routine}`,
      `ld ${back}`,
      `${back}:`,
    ];
    return { lines, cost: 5 + cost };
  }

  private table({ data, whole, tests }: Item & { kind: 'table' }): Code {
    const [table, back] = [this.label(), this.label()];
    const entries = [0, 253, 6, 247].map((byte, index) => `${index === 0 ? `${table}: ` : ''}ld ${byte}`);
    const each = [0, 1, 2, 3].map((index) => `${table}+${index}`);
    const lines = [
      `ld [${0x50 + data}]`,
      'anda 3',
      `adda ${table}`,
      ...(whole ? [`.table ${table}, 4`, `.targets ${table}`] : [`.targets ${each.join(', ')}`]),
      'bra ac',
      `bra ${back}`,
      ...entries,
      `${back}:`,
    ];
    if (!tests) return { lines, cost: 6 };
    const [other, join] = [this.label(), this.label()];
    const positive = this.arm([`bra ${join}`, 'nop']);
    const negative = this.arm(['nop', 'nop']);
    return { lines: [...lines, `blt ${other}`, 'nop', ...positive, `${other}:`, ...negative, `${join}:`], cost: 10 };
  }

  /** The words of an arm, with one too many if it is the one to spoil. */
  private arm(code: readonly string[]): readonly string[] {
    return this.arms++ === this.spoil ? ['nop', ...code] : code;
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
