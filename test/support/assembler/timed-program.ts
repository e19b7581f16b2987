/**
 * A small assembler for tests of the timing proof and the lints: turns a text into a LintProgram.
 *
 * It knows the listing notation, labels, and the declarations that the proof reads. It is separate from the real
 * assembler, so that each can be tested without the other.
 */
import { hexByte } from '#isa';
import { noDeclarations } from '#proof';
import type { LintProgram } from '../../../assembler/lints/index.ts';
import { wordOf as listedWord } from '../emulator/program.ts';

/** Zero-page address of the account. */
export const ACCOUNT = 0x20;

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

export function emptyProgram() {
  return {
    words: new Uint16Array(0x10000),
    used: new Uint8Array(0x10000),
    ...noDeclarations(),
    routines: [],
    labels: new Map(),
    external: new Set(),
    variables: new Map(),
  } satisfies LintProgram;
}

export interface TimedProgram extends LintProgram {
  readonly at: Readonly<Record<string, number>>;
}

/** A program with its body at $0100, entered at `start`, and with a trampoline and a handler that resumes it. */
export function inPage(body: string): string {
  return `
        ld   >start,y
        jmp  y,<start
        nop
        .org $01f0
        .trampoline leave
leave:  st   [$21]
        ld   >handler,y
        jmp  y,<handler
        nop
        .org $0200
handler: ld  1
        st   [$22]
        ld   [$21]
        adda 5
        st   [$21]
        ld   [$22],y
        jmp  y,[$21]
        nop
        .org $0100
${body}`;
}

/** Assembles lines such as `loop: ld [$30]`; throws at anything that it does not know. */
export function timedProgram(source: string): TimedProgram {
  const statements = source
    .split('\n')
    .map((line) => line.replace(/;.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => /^(?:([A-Za-z_]\w*):)?\s*(.*)$/.exec(line)!)
    .map(([, label, text]) => ({ label, text: text!.replace(/\s+/g, ' ') }));
  const at = new Map<string, number>();
  // Labels may be used above their lines: the first pass only finds where they are.
  new Writer(at, true).write(statements);
  const { program } = new Writer(at).write(statements);
  return { ...program, at: Object.fromEntries(at) };
}

/** The same, but undefined if there is something that it does not know. */
export function timedProgramIfAny(source: string): TimedProgram | undefined {
  try {
    return timedProgram(source);
  } catch {
    return undefined;
  }
}

interface Statement {
  readonly label: string | undefined;
  readonly text: string;
}

type Directives = Readonly<Record<string, (list: readonly string[]) => void>>;

class Writer {
  readonly program: Mutable<LintProgram> = emptyProgram();
  private here = 0;
  private trampoline = 0;
  /** Short checks that have no exit yet, as indices into the program's checks. */
  private readonly pending: number[] = [];

  /** @param isFirst whether labels may be unknown */
  constructor(
    private readonly at: Map<string, number>,
    private readonly isFirst = false,
  ) {}

  write(statements: readonly Statement[]): this {
    const directives = { ...this.wordDirectives(), ...this.declarations() };
    for (const { label, text } of statements) {
      if (label !== undefined) this.define(label);
      const directive = /^\.(\w+) ?(.*)$/.exec(text);
      if (directive !== null) directives[directive[1]!]!(directive[2]!.split(',').map((each) => each.trim()));
      else if (text !== '') this.put(text);
    }
    return this;
  }

  private define(label: string): void {
    const labels = this.program.labels as Map<number, string[]>;
    labels.set(this.here, [...(labels.get(this.here) ?? []), label]);
    if (this.isFirst) this.at.set(label, this.here);
  }

  private value(text = ''): number {
    const parsed = /^([<>]?)(\$[0-9a-f]+|\d+|[A-Za-z_]\w*)([+-]\d+)?$/i.exec(text.trim());
    if (parsed === null) throw new Error(`unknown operand: ${text}`);
    const [, half, name = '', offset = '0'] = parsed;
    const known = name === 'here' ? this.here : this.at.get(name);
    const base = /^[$\d]/.test(name) ? Number(name.replace('$', '0x')) : (known ?? (this.isFirst ? 0 : undefined));
    if (base === undefined) throw new Error(`unknown label: ${text}`);
    const sum = base + Number(offset);
    return half === '>' ? sum >> 8 : half === '<' ? sum & 0xff : sum;
  }

  /** The word of an instruction whose operand is a number or a label. */
  private wordOf(text: string): number {
    const [mnemonic = '', ...rest] = text.split(' ');
    const operands = rest.join(' ').replace(/[<>]?[\w$]+(?:[+-]\d+)?/g, (token) => {
      return RESERVED.has(token.replace(/[+].*/, '')) ? token : hexByte(this.value(token) & 0xff);
    });
    return listedWord(`${mnemonic} ${operands}`);
  }

  private put(...words: readonly (string | number)[]): void {
    for (const [offset, word] of this.isFirst ? [] : words.entries()) {
      this.program.words[this.here + offset] = typeof word === 'string' ? this.wordOf(word) : word;
      this.program.used[this.here + offset] = 1;
    }
    this.here += words.length;
  }

  private charge(amount: number): void {
    this.put(`ld ${-amount & 0xff}`, `adda [${ACCOUNT}]`, `st [${ACCOUNT}]`);
  }

  /** A check up to a label; `=n` gives the charge itself. */
  private check(form: 'check' | 'sync', label = ''): void {
    const { here: address, trampoline } = this;
    const target = label.startsWith('=') ? address : this.value(label);
    const span = form === 'check' ? target - address : address + 5 - target;
    const cycles = label.startsWith('=') ? Number(label.slice(1)) : span;
    this.program.checks.push({ address, form, cycles, account: ACCOUNT, trampoline });
    this.charge(cycles);
    this.put(`blt ${trampoline}`, `ld ${address & 0xff}`);
  }

  private short(label = ''): void {
    const { here: address } = this;
    const cycles = label.startsWith('=') ? Number(label.slice(1)) : this.value(label) - address;
    this.pending.push(this.program.checks.length);
    this.program.checks.push({ address, form: 'short', cycles, account: ACCOUNT, trampoline: 0 });
    this.put(`suba ${cycles & 0xff}`, 0, `st [${ACCOUNT}]`);
  }

  /** The exits of the short checks above, which jump to the trampoline. */
  private exits(): void {
    const { checks, words } = this.program;
    for (const index of this.pending.splice(0)) {
      const check = checks[index]!;
      words[check.address + 1] = this.wordOf(`blt ${this.here}`);
      checks[index] = { ...check, trampoline: this.here };
      this.put(`ld ${(check.address - 2) & 0xff}`, `bra ${this.trampoline}`, 'nop');
    }
  }

  /** Directives that put words or choose where they go. */
  private wordDirectives(): Directives {
    const { program } = this;
    return {
      org: ([address]) => (this.here = this.value(address)),
      check: ([label]) => this.check('check', label),
      sync: ([label]) => this.check('sync', label),
      short: ([label]) => this.short(label),
      exits: () => this.exits(),
      charge: ([amount]) => {
        program.charges.push({ address: this.here, cycles: Number(amount) });
        this.charge(Number(amount));
      },
      nops: ([count]) => this.put(...Array<number>(Number(count)).fill(0x0200)),
      data: ([word]) => {
        program.data[this.here] = 1;
        this.put(this.value(word));
      },
      trampoline: ([label]) => (this.trampoline = this.value(label)),
    };
  }

  /** Directives that declare something for the proof. */
  private declarations(): Directives {
    const { program } = this;
    const value = (text: string | undefined): number => this.value(text);
    const block = (kind: 'exact' | 'at-most', [from, to, n]: readonly string[]): void => {
      program.assertions.push({ kind, address: value(from), from: value(from), to: value(to), cycles: Number(n) });
    };
    return {
      cost: ([name, factor, constant]) =>
        program.charges.push({
          address: this.here,
          cycles: Number(constant ?? 0),
          perCount: { count: name!, factor: Number(factor) },
        }),
      entry: ([label]) => program.entries.push(value(label)),
      targets: (list) =>
        program.targets.push({ address: this.here, targets: list.filter((each) => each !== '').map(value) }),
      table: ([first, count]) => {
        const entries = Array.from({ length: Number(count) }, (_, index) => value(first) + index);
        (program.tables as Map<number, readonly number[]>).set(value(first), entries);
      },
      loop: ([head, min, max, count]) =>
        program.loops.push({
          head: value(head),
          min: Number(min),
          max: Number(max),
          ...(count === undefined ? {} : { count }),
        }),
      exact: (list) => block('exact', list),
      atmost: (list) => block('at-most', list),
      routine: ([name, end]) => program.routines.push({ name: name!, start: value(name), end: value(end) }),
      intended: () => (program.intended as Set<number>).add(this.here),
      external: ([cell]) => (program.external as Set<number>).add(value(cell)),
      slack: ([cycles]) => ((program as { slack?: number }).slack = Number(cycles)),
    };
  }
}

const RESERVED = new Set(['ac', 'x', 'y', 'in', 'out']);
