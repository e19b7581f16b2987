/**
 * A `.gt1` program as a listing of the vCPU: instructions where execution can reach, the rest as bytes and text.
 *
 * Code is found from the start address: along branches, CALLI and DEF, and through variables that are called and were
 * loaded with a constant. Everything else is shown as data.
 */
import { counted } from '#basics';
import { decodeVcpu, formatVcpu, hexByte, hexWord, leavesVcpu, VCPU_CELLS } from '#isa';
import type { Gt1Program, VcpuDecoded } from '#isa';
import type { SymbolNames } from '#assembler';

const BYTES_IN_A_LINE = 8;
/** Column of the text beside bytes that are not instructions. */
const TEXT_COLUMN = 44;

/** @param names of zero-page bytes, of native functions, which SYS calls, and of the program's own addresses */
export function gt1Listing(program: Gt1Program, names: SymbolNames): string {
  const memory = new Map<number, number>();
  for (const { address, data } of program.segments) data.forEach((byte, i) => memory.set(address + i, byte));
  const code = new CodeFinder(memory, names);
  const { start } = program;
  code.follow(start);
  const lines = [
    `; A program for the vCPU, ${start === 0 ? 'not started after loading' : `started at ${hexWord(start)}`}.`,
  ];
  for (const { address, data } of program.segments) {
    lines.push(
      '',
      `; ---- ${hexWord(address)} to ${hexWord(address + data.length - 1)}: ${counted(data.length, 'byte')}`,
    );
    for (let at = address; at < address + data.length;) {
      const label = code.label(at);
      if (label !== undefined) lines.push(`${label}:`);
      const decoded = code.found.get(at);
      if (decoded === undefined) {
        const end = code.endOfData(at, address + data.length);
        lines.push(dataLine(at, [...data.subarray(at - address, end - address)]));
        at = end;
      } else {
        const end = at + decoded.length;
        lines.push(codeLine(decoded, [...data.subarray(at - address, end - address)], code, names));
        at = end;
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A place that execution reaches, and where the code leading there began. */
interface Way {
  readonly at: number;
  readonly entry: number;
}

/** What is known along straight-line code. */
interface Trace {
  readonly entry: number;
  /** Branches that leave it. */
  readonly others: Way[];
  /** What vAC and vLR hold, if that is a constant. */
  constant: number | undefined;
  link: number | undefined;
}

const [, { address: V_AC }, { address: V_LR }] = VCPU_CELLS;

/** Follows execution through the bytes of a program. */
class CodeFinder {
  /** Instructions by address. */
  readonly found = new Map<number, VcpuDecoded>();
  /** Addresses that the code jumps to or loads. */
  private readonly targets = new Set<number>();
  /** Constants that were stored in a variable, and variables that are called. */
  private readonly stored = new Map<number, Set<number>>();
  private readonly called = new Set<number>();

  constructor(
    private readonly memory: ReadonlyMap<number, number>,
    private readonly names: SymbolNames,
  ) {}

  follow(start: number): void {
    const open: Way[] = [{ at: start, entry: start }];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      if (this.memory.has(way.at)) this.targets.add(way.at);
      open.push(...this.walk(way));
      for (const variable of this.called)
        for (const at of this.stored.get(variable) ?? []) if (!this.found.has(at)) open.push({ at, entry: at });
    }
  }

  /** Walks to the end of straight-line code; returns the branches that leave it. */
  private walk({ at: start, entry }: Way): readonly Way[] {
    const trace: Trace = { entry, others: [], constant: undefined, link: undefined };
    for (let at = start; !this.found.has(at);) {
      const decoded = this.decode(at);
      if (decoded === undefined) break;
      this.found.set(at, decoded);
      const next = (at & 0xff00) | ((at + decoded.length) & 0xff);
      this.note(decoded, next, trace);
      if (leavesVcpu(decoded)) break;
      at = decoded.instruction.name === 'DEF' ? (decoded.target ?? next) : next;
    }
    return trace.others;
  }

  /** Notes where an instruction goes, and what vAC and vLR hold after it. */
  private note({ instruction: { name }, address, target }: VcpuDecoded, next: number, trace: Trace): void {
    const operand = this.memory.get(address + 1) ?? 0;
    const { constant, link, entry, others } = trace;
    const enter = (at: number | undefined): void => {
      if (at !== undefined) others.push({ at, entry: at });
    };
    trace.constant = undefined;
    if (target !== undefined) {
      others.push({ at: target, entry });
      if (this.memory.has(target)) this.targets.add(target);
    }
    if (name === 'CALL' && operand === V_AC) enter(constant);
    else if (name === 'CALL') this.called.add(operand);
    else if (name === 'RET') enter(link);
    else if (name === 'LDWI') trace.constant = operand | ((this.memory.get(address + 2) ?? 0) << 8);
    else if (name === 'DEF') trace.constant = next;
    // This is how programs go from page to page: the return address moves to the next page.
    else if (name === 'INC' && operand === V_LR + 1) trace.link = (link ?? entry) + 0x100;
    else if (name === 'STW' && constant !== undefined) {
      trace.constant = constant;
      if (operand === V_LR) trace.link = constant;
      this.stored.set(operand, (this.stored.get(operand) ?? new Set()).add(constant));
    }
  }

  private decode(address: number): VcpuDecoded | undefined {
    if (!this.memory.has(address)) return undefined;
    const decoded = decodeVcpu(address, (at) => this.memory.get(at) ?? 0);
    return decoded !== undefined && this.isWhole(decoded) ? decoded : undefined;
  }

  /** Whether all bytes of an instruction are in the program, and none belongs to another instruction. */
  private isWhole({ address, length }: VcpuDecoded): boolean {
    for (let i = 1; i < length; i++) if (!this.memory.has(address + i) || this.found.has(address + i)) return false;
    return true;
  }

  label(address: number): string | undefined {
    return this.names.code.get(address) ?? (this.targets.has(address) ? `L${hexWord(address).slice(1)}` : undefined);
  }

  /** Where bytes that are not code end: at code, at a label, or after a line. */
  endOfData(start: number, limit: number): number {
    let end = start + 1;
    const last = Math.min(limit, start + BYTES_IN_A_LINE);
    while (end < last && !this.found.has(end) && this.label(end) === undefined) end++;
    return end;
  }
}

function codeLine(decoded: VcpuDecoded, bytes: readonly number[], code: CodeFinder, names: SymbolNames): string {
  const { instruction, operand, address } = decoded;
  const text = formatVcpu(decoded, { cell: (at) => names.cells.get(at), code: (at) => code.label(at) });
  const meant = instruction.operand === 'word' ? (names.code.get(operand) ?? names.labels.get(operand)) : undefined;
  const isNamed = meant !== undefined && (names.code.has(operand) || meant.startsWith('SYS_'));
  const remark = isNamed ? `  ; ${meant}` : '';
  return `        ${hexWord(address)}  ${hexBytes(bytes).padEnd(BYTES_IN_A_LINE + 2)} ${text}${remark}`;
}

function dataLine(address: number, bytes: readonly number[]): string {
  const text = bytes.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
  const line = `        ${hexWord(address)}  ${hexBytes(bytes)}`;
  return /[A-Za-z ]{3}/.test(text) ? `${line.padEnd(TEXT_COLUMN)}; ${text}` : line;
}

function hexBytes(bytes: readonly number[]): string {
  return bytes.map((byte) => hexByte(byte).slice(1)).join(' ');
}
