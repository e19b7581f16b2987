/**
 * `.vcpu`: a segment of a `.gt1` program. Its lines are instructions of the vCPU; its labels are addresses in RAM.
 *
 * Each instruction becomes the entries of its bytes, so a segment can lie in a table over pages as other data do.
 */
import { closestName } from '#basics';
import { PAGE_SIZE, VCPU_FORMS, type VcpuForm } from '#isa';
import type {
  CallStatement,
  DirectiveStatement,
  Expression,
  InstructionStatement,
  Name,
  Operand,
  ParsedLine,
  Span,
  VcpuByte,
} from '../contract/syntax.ts';
import { beginBlock, endBlock } from './expand-blocks.ts';
import { boundName } from './expand-macros.ts';
import { putEntries } from './expand-tables.ts';
import type { DirectiveLine, Expander } from './expander.ts';
import { literal } from './expand-statements.ts';
import { TRAITS } from '../syntax/directive-traits.ts';
import { writeFix } from '../program/program.ts';

const OPERAND_BYTES: Readonly<Record<VcpuForm['operand'], readonly VcpuByte[]>> = {
  none: [],
  'zero-page': ['zero-page'],
  byte: ['byte'],
  word: ['low', 'high'],
  branch: ['branch'],
  ticks: ['ticks'],
};

/** `.vcpu`: its header says where the segment goes and how many bytes it has. */
export function beginSegment(expander: Expander, { statement, parsed }: DirectiveLine): void {
  const [at] = statement.expressions;
  const address = at === undefined ? NaN : expander.control(at);
  const isAddress = Number.isInteger(address) && address > 0 && address < 0x10000;
  if (!isAddress && !Number.isNaN(address)) {
    const message = `A segment goes to an address in RAM, $0001 to $ffff, not ${address}`;
    expander.report('GT0503', message, at);
  }
  const segment = { address: isAddress ? address : 0, size: 0, count: literal(0, statement) };
  const { start, end } = statement;
  const byte = (value: number): Expression => literal(value & 0xff, { start, end });
  putEntries(expander, parsed, statement, [byte(segment.address >> 8), byte(segment.address), segment.count]);
  beginBlock(expander, 'vcpu', { statement, parsed }, { segment });
}

/** `.endvcpu`: after the last segment of a program comes its start, which the first line names. */
export function endSegment(expander: Expander): void {
  const block = expander.openBlocks.findLast(({ kind }) => kind === 'vcpu');
  if (block?.segment === undefined || block.item.statement?.kind !== 'directive') return;
  const { item, segment } = block;
  const { address, size, count } = segment;
  const room = PAGE_SIZE - (address & 0xff);
  count.value = size & 0xff;
  if (size === 0 || size > room) {
    const tooMany = `This segment has ${size} bytes, but its page has room for ${room}`;
    const message = size === 0 ? 'This segment has no bytes' : tooMany;
    expander.program.findings.add('GT0403', message, item, block.item.statement);
  }
  endBlock(expander, 'vcpu');
  const [, started] = block.item.statement.expressions;
  if (started === undefined) return;
  const { line, fileIndex, scope } = expander;
  Object.assign(expander, { line: item.line, fileIndex: item.file, scope: item.scope });
  putEntries(expander, item.parsed, started, [literal(0, started), ...bytesOf(['high', 'low'], started, started)]);
  Object.assign(expander, { line, fileIndex, scope });
}

/** Reports a statement that only fits native code, where bytes are put together. @returns whether it was one */
export function refusedInBytes(expander: Expander, statement: InstructionStatement | DirectiveStatement): boolean {
  const { segment, table } = expander;
  const isDirective = statement.kind === 'directive';
  if ((segment === undefined && table === undefined) || (isDirective && !TRAITS.native.has(statement.name)))
    return false;
  const what = isDirective ? `".${statement.name}"` : `The instruction "${statement.mnemonic}" of the machine`;
  const where = segment === undefined ? 'a table over several pages, which takes entries' : 'a segment of the vCPU';
  expander.report('GT0302', `${what} cannot be in ${where}`, statement);
  return true;
}

/** Expands a statement as an instruction of the vCPU, or refuses it; false for a macro call, or outside a segment. */
export function expandVcpu(
  expander: Expander,
  parsed: ParsedLine,
  statement: InstructionStatement | CallStatement,
): boolean {
  if (expander.segment === undefined) return false;
  const { start, end } = statement;
  const written = statement.kind === 'call' ? statement.name : { text: statement.mnemonic, ...statement.mnemonicSpan };
  const meant = (expander.scope.isBound ? boundName(expander.scope, written.text) : undefined) ?? written.text;
  const form = VCPU_FORMS.get(meant.toUpperCase());
  if (form !== undefined) {
    const operands = statement.kind === 'call' ? statement.arguments.map(({ operand }) => operand) : statement.operands;
    const expressions = expressionsOf(expander, { ...written, text: meant.toUpperCase() }, form, operands);
    putEntries(expander, parsed, { start, end }, expressions);
    return true;
  }
  if (statement.kind === 'instruction') return refusedInBytes(expander, statement);
  if (expander.program.macros.has(meant)) return false;
  reportUnknown(expander, written);
  return true;
}

/** The bytes of an instruction; none after a report. */
function expressionsOf(
  expander: Expander,
  name: Name,
  { bytes, operand }: VcpuForm,
  operands: readonly Operand[],
): readonly Expression[] {
  const wanted = OPERAND_BYTES[operand];
  const [given] = operands;
  if (operands.length !== Math.min(wanted.length, 1) || (given !== undefined && given.kind !== 'value')) {
    const what = wanted.length === 0 ? 'no operand' : 'one operand, a value without brackets';
    expander.report('GT0302', `${name.text} takes ${what}`, name);
    return [];
  }
  const first = bytes.map((byte) => literal(byte, name));
  return given === undefined ? first : [...first, ...bytesOf(wanted, given.value, given)];
}

function bytesOf(bytes: readonly VcpuByte[], argument: Expression, { start, end }: Span): readonly Expression[] {
  return bytes.map((byte) => ({ kind: 'vcpu', byte, argument, start, end }));
}

function reportUnknown(expander: Expander, name: Name): void {
  const { program, fileIndex, line } = expander;
  const meant = closestName(name.text.toUpperCase(), [...VCPU_FORMS.keys()]);
  const message = `There is no instruction of the vCPU, and no macro, "${name.text}"`;
  if (meant === undefined) return expander.report('GT0301', message, name);
  const fixes = [writeFix(program, { file: fileIndex, line }, name, meant)];
  expander.report('GT0301', `${message}; did you mean "${meant}"?`, name, { fixes });
}
