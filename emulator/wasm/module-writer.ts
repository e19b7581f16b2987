/**
 * A WebAssembly module in its binary format: types, imports, functions, exports, elements, code.
 *
 * Written by hand because the translator's modules have one shape, and a library that can write any module
 * would be larger than the whole emulator.
 */
import { I32, I64, pushSigned32, pushUnsigned, type Code } from './code.ts';

export interface FunctionType {
  readonly parameters: readonly number[];
  readonly results?: readonly number[];
}

export interface FunctionBody {
  readonly type: number;
  /** Types of the locals after the parameters, i32 before i64. */
  readonly locals: readonly number[];
  readonly code: Code;
}

/** Everything that goes into a module. Function indexes count imports first. */
export interface ModuleParts {
  readonly types: readonly FunctionType[];
  /** Functions imported from module `env`, with their types. */
  readonly imports: readonly { readonly name: string; readonly type: number }[];
  /** 64 KiB pages of the imported memory `env.memory`. */
  readonly memoryPages: number;
  /** Size of the imported table `env.table`. */
  readonly tableSize: number;
  readonly functions: readonly FunctionBody[];
  readonly exports: readonly { readonly name: string; readonly index: number }[];
  /** Table slots that the module fills as it is instantiated. */
  readonly elements: readonly { readonly slot: number; readonly index: number }[];
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const FUNCREF = 0x70;

/** Bytes that grow; blocks are copied in one go. */
class Bytes {
  private bytes = new Uint8Array(1024);
  private length = 0;

  get view(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }

  push(...values: number[]): void {
    this.append(values);
  }

  append(values: ArrayLike<number>): void {
    const end = this.length + values.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length));
      larger.set(this.view);
      this.bytes = larger;
    }
    this.bytes.set(values, this.length);
    this.length = end;
  }
}

export function writeModule(parts: ModuleParts): Uint8Array<ArrayBuffer> {
  const bytes = new Bytes();
  bytes.append(MAGIC);
  section(bytes, 1, vector(parts.types, writeType));
  section(bytes, 2, writeImports(parts));
  section(
    bytes,
    3,
    vector(parts.functions, (out, body) => pushUnsigned(out, body.type)),
  );
  section(bytes, 7, vector(parts.exports, writeExport));
  section(bytes, 9, vector(parts.elements, writeElement));
  section(bytes, 10, vector(parts.functions, writeBody));
  return bytes.view;
}

function writeType(out: Bytes, { parameters, results = [] }: FunctionType): void {
  out.push(0x60, parameters.length, ...parameters, results.length, ...results);
}

function writeExport(out: Bytes, { name, index }: ModuleParts['exports'][number]): void {
  writeName(out, name);
  out.push(0);
  pushUnsigned(out, index);
}

function writeElement(out: Bytes, { slot, index }: ModuleParts['elements'][number]): void {
  out.push(0, 0x41);
  pushSigned32(out, slot);
  out.push(0x0b, 1);
  pushUnsigned(out, index);
}

function writeImports({ imports, memoryPages, tableSize }: ModuleParts): Bytes {
  const out = new Bytes();
  pushUnsigned(out, imports.length + 2);
  for (const { name, type } of imports) {
    writeName(out, 'env');
    writeName(out, name);
    out.push(0);
    pushUnsigned(out, type);
  }
  writeName(out, 'env');
  writeName(out, 'memory');
  out.push(2, 1);
  pushUnsigned(out, memoryPages);
  pushUnsigned(out, memoryPages);
  writeName(out, 'env');
  writeName(out, 'table');
  out.push(1, FUNCREF, 0);
  pushUnsigned(out, tableSize);
  return out;
}

function writeBody(out: Bytes, { locals, code }: FunctionBody): void {
  const groups: number[] = [];
  const types = [I32, I64].filter((type) => locals.includes(type));
  pushUnsigned(groups, types.length);
  for (const type of types) {
    pushUnsigned(groups, locals.filter((local) => local === type).length);
    groups.push(type);
  }
  pushUnsigned(out, groups.length + code.bytes.length + 1);
  out.append(groups);
  out.append(code.bytes);
  out.push(0x0b);
}

function writeName(out: Bytes, name: string): void {
  out.push(name.length, ...[...name].map((letter) => letter.charCodeAt(0)));
}

function vector<T>(items: readonly T[], write: (out: Bytes, item: T) => void): Bytes {
  const out = new Bytes();
  pushUnsigned(out, items.length);
  for (const item of items) write(out, item);
  return out;
}

function section(bytes: Bytes, id: number, content: Bytes): void {
  bytes.push(id);
  pushUnsigned(bytes, content.view.length);
  bytes.append(content.view);
}
