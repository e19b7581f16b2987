/**
 * A small assembler for tests of the timing proof and the lints: text to a LintProgram.
 *
 * It knows the listing notation by turning the instruction table's own text round, labels, and the
 * declarations that the proof reads. It is apart from the real assembler so that either can be
 * tested without the other.
 */
import { INSTRUCTION_TABLE, encode, formatWord } from '#isa';
import { noDeclarations, type LintProgram } from '../../../assembler/timing/contract/program.ts';

/** Zero-page address of the account in test programs. */
export const ACCOUNT = 0x20;

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** A new program without anything, to be filled. */
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
  /** Addresses of labels. */
  readonly at: Readonly<Record<string, number>>;
}

const OPCODES_BY_SHAPE = shapes();

/** Assembles lines such as `loop: ld [$30]`; throws on anything that it does not know. */
export function timedProgram(source: string): TimedProgram {
  const statements = source
    .split('\n')
    .map((line) => line.replace(/;.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => /^(?:([A-Za-z_]\w*):)?\s*(.*)$/.exec(line)!)
    .map(([, label, text]) => ({ label, text: text!.replace(/\s+/g, ' ') }));
  const at: Record<string, number> = {};
  let here = 0;
  for (const { label, text } of statements) {
    if (text.startsWith('.org ')) here = Number(text.slice(5).replace('$', '0x'));
    if (label !== undefined) at[label] = here;
    here += sizeOf(text);
  }
  return assemble(statements, at);
}

function sizeOf(text: string): number {
  if (text === '') return 0;
  if (/^\.(check|sync)\b/.test(text)) return 5;
  if (/^\.charge\b/.test(text)) return 3;
  if (text.startsWith('.nops ')) return Number(text.slice(6));
  return text.startsWith('.') && !text.startsWith('.data ') ? 0 : 1;
}

function assemble(
  statements: readonly { label: string | undefined; text: string }[],
  at: Readonly<Record<string, number>>,
): TimedProgram {
  const program: Mutable<LintProgram> & { at: Readonly<Record<string, number>> } = {
    ...emptyProgram(),
    at,
  };
  let here = 0;
  let trampoline = 0;
  const value = (text: string): number => valueOf(text.trim(), at, here);
  const put = (word: number): void => {
    program.words[here] = word;
    program.used[here] = 1;
    here++;
  };
  const charge = (amount: number): void => {
    put(wordOf(`ld ${-amount & 0xff}`, value));
    put(wordOf(`adda [${ACCOUNT}]`, value));
    put(wordOf(`st [${ACCOUNT}]`, value));
  };
  const check = (form: 'check' | 'sync', label: string): void => {
    // `=n` gives the charge itself.
    const target = label.startsWith('=') ? here : value(label);
    const span = form === 'check' ? target - here : here + 5 - target;
    const cycles = label.startsWith('=') ? Number(label.slice(1)) : span;
    const address = here;
    program.checks.push({ address, form, cycles, account: ACCOUNT, trampoline });
    charge(cycles);
    put(wordOf(`blt ${trampoline}`, value));
    put(wordOf(`ld ${address & 0xff}`, value));
  };
  const directives: Record<string, (list: readonly string[]) => void> = {
    org: ([address]) => (here = value(address!)),
    check: ([label]) => check('check', label!),
    sync: ([label]) => check('sync', label!),
    charge: ([amount]) => {
      program.charges.push({ address: here, cycles: Number(amount) });
      charge(Number(amount));
    },
    cost: ([name, factor, constant]) =>
      program.charges.push({
        address: here,
        cycles: Number(constant ?? 0),
        perCount: { count: name!, factor: Number(factor) },
      }),
    nops: ([count]) => {
      for (let i = 0; i < Number(count); i++) put(0x0200);
    },
    data: ([word]) => {
      (program.data as Set<number>).add(here);
      put(value(word!));
    },
    trampoline: ([label]) => (trampoline = value(label!)),
    entry: ([label]) => program.entries.push(value(label!)),
    targets: (list) => program.targets.push({ address: here, targets: list.filter((each) => each !== '').map(value) }),
    table: ([first, count]) => {
      const entries = Array.from({ length: Number(count) }, (_, index) => value(first!) + index);
      (program.tables as Map<number, readonly number[]>).set(value(first!), entries);
    },
    loop: ([head, min, max, count]) =>
      program.loops.push({
        head: value(head!),
        min: Number(min),
        max: Number(max),
        ...(count === undefined ? {} : { count }),
      }),
    exact: ([from, to, n]) =>
      program.assertions.push({
        kind: 'exact',
        address: value(from!),
        from: value(from!),
        to: value(to!),
        cycles: Number(n),
      }),
    atmost: ([from, to, n]) =>
      program.assertions.push({
        kind: 'at-most',
        address: value(from!),
        from: value(from!),
        to: value(to!),
        cycles: Number(n),
      }),
    routine: ([name, end]) => program.routines.push({ name: name!, start: value(name!), end: value(end!) }),
    intended: () => (program.intended as Set<number>).add(here),
    external: ([cell]) => (program.external as Set<number>).add(value(cell!)),
    slack: ([cycles]) => ((program as { slack?: number }).slack = Number(cycles)),
  };
  for (const { label, text } of statements) {
    if (label !== undefined) {
      const labels = program.labels as Map<number, string[]>;
      labels.set(here, [...(labels.get(here) ?? []), label]);
    }
    const directive = /^\.(\w+) ?(.*)$/.exec(text);
    if (directive !== null) directives[directive[1]!]!(directive[2]!.split(',').map((each) => each.trim()));
    else if (text !== '') put(wordOf(text, value));
  }
  return program;
}

/** Operand shapes of all canonical opcodes: text with `#` for the operand. */
function shapes(): ReadonlyMap<string, number> {
  const map = new Map<string, number>();
  for (const { code, canonical, usesOperand } of INSTRUCTION_TABLE) {
    if (code !== canonical) continue;
    const text = formatWord(encode(code, usesOperand ? 0x5a : 0))
      .replaceAll('$5a', '#')
      .replace(/ +/g, ' ');
    map.set(text, code);
  }
  return map;
}

const RESERVED = new Set(['ac', 'x', 'y', 'in', 'out']);

function wordOf(text: string, value: (text: string) => number): number {
  const [mnemonic, rest = ''] = [text.split(' ')[0]!, text.split(' ').slice(1).join(' ')];
  let operand = 0;
  const shape = rest.replace(/[<>]?[\w$]+(?:[+-]\d+)?/g, (token) => {
    if (RESERVED.has(token.replace(/[+].*/, ''))) return token;
    operand = value(token) & 0xff;
    return '#';
  });
  const code = OPCODES_BY_SHAPE.get(`${mnemonic} ${shape}`.trim());
  if (code === undefined) throw new Error(`unknown instruction: ${text}`);
  return encode(code, operand);
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
