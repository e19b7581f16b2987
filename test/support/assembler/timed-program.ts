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
  const at: Record<string, number> = {};
  let here = 0;
  let shorts = 0;
  for (const { label, text } of statements) {
    if (text.startsWith('.org ')) here = Number(text.slice(5).replace('$', '0x'));
    if (label !== undefined) at[label] = here;
    if (text.startsWith('.short ')) shorts++;
    here += text === '.exits' ? EXIT_WORDS * shorts : sizeOf(text);
    if (text === '.exits') shorts = 0;
  }
  return assemble(statements, at);
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

/** Words in the exit of a short check, which jumps to the trampoline. */
const EXIT_WORDS = 3;

function sizeOf(text: string): number {
  if (text === '') return 0;
  if (/^\.(check|sync)\b/.test(text)) return 5;
  if (/^\.(charge|short)\b/.test(text)) return 3;
  if (text.startsWith('.nops ')) return Number(text.slice(6));
  return text.startsWith('.') && !text.startsWith('.data ') ? 0 : 1;
}

function assemble(statements: readonly Statement[], at: Readonly<Record<string, number>>): TimedProgram {
  const writer = new Writer(at);
  const directives = { ...wordDirectives(writer), ...declarations(writer) };
  for (const { label, text } of statements) {
    if (label !== undefined) writer.define(label);
    const directive = /^\.(\w+) ?(.*)$/.exec(text);
    if (directive !== null) directives[directive[1]!]!(directive[2]!.split(',').map((each) => each.trim()));
    else if (text !== '') writer.put(writer.wordOf(text));
  }
  return writer.program;
}

class Writer {
  readonly program: Mutable<LintProgram> & { at: Readonly<Record<string, number>> };
  here = 0;
  trampoline = 0;
  /** Short checks that have no exit yet, as indices into the program's checks. */
  private readonly pending: number[] = [];

  constructor(private readonly at: Readonly<Record<string, number>>) {
    this.program = { ...emptyProgram(), at };
  }

  value(text: string): number {
    return valueOf(text.trim(), this.at, this.here);
  }

  wordOf(text: string): number {
    return wordOf(text, (operand) => this.value(operand));
  }

  define(label: string): void {
    const labels = this.program.labels as Map<number, string[]>;
    labels.set(this.here, [...(labels.get(this.here) ?? []), label]);
  }

  put(word: number): void {
    this.program.words[this.here] = word;
    this.program.used[this.here] = 1;
    this.here++;
  }

  charge(amount: number): void {
    this.put(this.wordOf(`ld ${-amount & 0xff}`));
    this.put(this.wordOf(`adda [${ACCOUNT}]`));
    this.put(this.wordOf(`st [${ACCOUNT}]`));
  }

  /** A check up to a label; `=n` gives the charge itself. */
  check(form: 'check' | 'sync', label: string): void {
    const { here: address, trampoline } = this;
    const target = label.startsWith('=') ? address : this.value(label);
    const span = form === 'check' ? target - address : address + 5 - target;
    const cycles = label.startsWith('=') ? Number(label.slice(1)) : span;
    this.program.checks.push({ address, form, cycles, account: ACCOUNT, trampoline });
    this.charge(cycles);
    this.put(this.wordOf(`blt ${trampoline}`));
    this.put(this.wordOf(`ld ${address & 0xff}`));
  }

  short(label: string): void {
    const { here: address } = this;
    const cycles = label.startsWith('=') ? Number(label.slice(1)) : this.value(label) - address;
    this.pending.push(this.program.checks.length);
    this.program.checks.push({ address, form: 'short', cycles, account: ACCOUNT, trampoline: 0 });
    this.put(this.wordOf(`suba ${cycles & 0xff}`));
    this.put(0);
    this.put(this.wordOf(`st [${ACCOUNT}]`));
  }

  exits(): void {
    const { checks, words } = this.program;
    for (const index of this.pending.splice(0)) {
      const check = checks[index]!;
      words[check.address + 1] = this.wordOf(`blt ${this.here}`);
      checks[index] = { ...check, trampoline: this.here };
      this.put(this.wordOf(`ld ${(check.address - 2) & 0xff}`));
      this.put(this.wordOf(`bra ${this.trampoline}`));
      this.put(this.wordOf('nop'));
    }
  }
}

type Directives = Record<string, (list: readonly string[]) => void>;

/** Directives that put words or choose where they go. */
function wordDirectives(writer: Writer): Directives {
  const { program } = writer;
  return {
    org: ([address]) => (writer.here = writer.value(address!)),
    check: ([label]) => writer.check('check', label!),
    sync: ([label]) => writer.check('sync', label!),
    short: ([label]) => writer.short(label!),
    exits: () => writer.exits(),
    charge: ([amount]) => {
      program.charges.push({ address: writer.here, cycles: Number(amount) });
      writer.charge(Number(amount));
    },
    nops: ([count]) => {
      for (let i = 0; i < Number(count); i++) writer.put(0x0200);
    },
    data: ([word]) => {
      program.data[writer.here] = 1;
      writer.put(writer.value(word!));
    },
    trampoline: ([label]) => (writer.trampoline = writer.value(label!)),
  };
}

/** Directives that declare something for the proof. */
function declarations(writer: Writer): Directives {
  const { program } = writer;
  const value = (text: string | undefined): number => writer.value(text!);
  const block = (kind: 'exact' | 'at-most', [from, to, n]: readonly string[]): void => {
    program.assertions.push({ kind, address: value(from), from: value(from), to: value(to), cycles: Number(n) });
  };
  return {
    cost: ([name, factor, constant]) =>
      program.charges.push({
        address: writer.here,
        cycles: Number(constant ?? 0),
        perCount: { count: name!, factor: Number(factor) },
      }),
    entry: ([label]) => program.entries.push(value(label)),
    targets: (list) =>
      program.targets.push({ address: writer.here, targets: list.filter((each) => each !== '').map(value) }),
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
    intended: () => (program.intended as Set<number>).add(writer.here),
    external: ([cell]) => (program.external as Set<number>).add(value(cell)),
    slack: ([cycles]) => ((program as { slack?: number }).slack = Number(cycles)),
  };
}

const RESERVED = new Set(['ac', 'x', 'y', 'in', 'out']);

/** The word of an instruction whose operand is a number or a label. */
function wordOf(text: string, value: (text: string) => number): number {
  const [mnemonic = '', ...rest] = text.split(' ');
  const operands = rest.join(' ').replace(/[<>]?[\w$]+(?:[+-]\d+)?/g, (token) => {
    return RESERVED.has(token.replace(/[+].*/, '')) ? token : hexByte(value(token) & 0xff);
  });
  return listedWord(`${mnemonic} ${operands}`);
}

function valueOf(text: string, at: Readonly<Record<string, number>>, here: number): number {
  const parsed = /^([<>]?)(\$[0-9a-f]+|\d+|[A-Za-z_]\w*|here)([+-]\d+)?$/i.exec(text);
  if (parsed === null) throw new Error(`unknown operand: ${text}`);
  const [, half, name, offset = '0'] = parsed;
  const base =
    name === 'here'
      ? here
      : name!.startsWith('$')
        ? parseInt(name!.slice(1), 16)
        : /^\d/.test(name!)
          ? Number(name)
          : at[name!];
  if (base === undefined) throw new Error(`unknown label: ${text}`);
  const sum = base + Number(offset);
  return half === '>' ? sum >> 8 : half === '<' ? sum & 0xff : sum;
}
