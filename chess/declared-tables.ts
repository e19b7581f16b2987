/** A program's declared tables: found by what they mean, read by index. */
import { bankOf, entryAddress, type ProgramDeclarations, type RamAddress, type TableDeclaration } from '#basics';
import type { Side } from './decoded.ts';

/** RAM as the decoders read it. */
export interface MemoryReader {
  /** The byte at a RAM address, 0..65535. @param bank has it from $8000 on; absent: the one that is shown */
  read(address: RamAddress, bank?: number): number;
}

/** A declared table over a memory: reads by index. */
export class Table {
  readonly name: string;
  readonly index: string;
  readonly element: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly first: number;
  readonly last: number;
  /** Bytes of an entry. */
  readonly size: number;
  private readonly bank: number;

  constructor(
    private readonly declaration: TableDeclaration,
    private readonly memory: MemoryReader,
  ) {
    this.name = declaration.name;
    this.index = declaration.index;
    this.element = declaration.element;
    this.attributes = declaration.attributes;
    this.first = declaration.first;
    this.last = declaration.last;
    this.size = declaration.size;
    this.bank = bankOf(declaration);
  }

  has(index: number): boolean {
    return index >= this.first && index <= this.last;
  }

  /** The (first) byte of an entry; undefined outside the declared range. */
  read(index: number): number | undefined {
    if (!this.has(index)) return undefined;
    return this.byteAt(this.addressOf(index));
  }

  /** All bytes of an entry as a number, lowest first; undefined outside the declared range. */
  readNumber(index: number): number | undefined {
    if (!this.has(index)) return undefined;
    const address = this.addressOf(index);
    let number = 0;
    for (let byte = this.size - 1; byte >= 0; byte--) number = 256 * number + this.byteAt(address + byte);
    return number;
  }

  /** Bytes of RAM from the first of an entry on. */
  bytes(index: number, count: number): number[] {
    const address = this.addressOf(index);
    const bytes: number[] = [];
    for (let byte = 0; byte < count; byte++) bytes.push(this.byteAt(address + byte));
    return bytes;
  }

  private byteAt(address: number): number {
    return this.memory.read(address & 0xffff, this.bank) & 0xff;
  }

  addressOf(index: number): RamAddress {
    return entryAddress(this.declaration, index);
  }

  /** One side's byte of a variable. Of two bytes the second is black's; a `side=` attribute excludes the other side. */
  readSide(side: Side): number | undefined {
    const declared = this.side();
    if (declared !== undefined) return declared === side ? this.read(this.first) : undefined;
    return side === 'white' ? this.read(this.first) : (this.read(this.first + 1) ?? this.read(this.first));
  }

  /** The side that the declaration names, if any. */
  side(): Side | undefined {
    const { side } = this.attributes;
    return side === 'white' || side === 'black' ? side : undefined;
  }
}

/** What a table is looked up by; an attribute given here must have this value. */
interface TableMeaning {
  readonly index?: string;
  readonly element: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

export class ProgramTables {
  private readonly tables: readonly (readonly [TableDeclaration, Table])[];

  constructor(declarations: ProgramDeclarations, memory: MemoryReader) {
    this.tables = declarations.tables.map((declaration) => [declaration, new Table(declaration, memory)]);
  }

  /** Tables with this meaning, in the order of declaration. */
  all(meaning: TableMeaning): Table[] {
    return this.tables.filter(([declaration]) => means(declaration, meaning)).map(([, table]) => table);
  }

  /** Tables with an attribute, whatever its value, in the order of declaration. */
  with(attribute: string): Table[] {
    return this.tables.map(([, table]) => table).filter(({ attributes }) => attributes[attribute] !== undefined);
  }

  first(meaning: TableMeaning): Table | undefined {
    return this.all(meaning)[0];
  }

  /** The board: pieces over squares. Of several, the one with `role=board`, otherwise the first without a role. */
  board(): Table | undefined {
    const candidates = this.all({ index: 'square', element: 'piece' });
    return (
      candidates.find((table) => table.attributes['role'] === 'board') ??
      candidates.find((table) => table.attributes['role'] === undefined)
    );
  }
}

function means(declaration: TableDeclaration, meaning: TableMeaning): boolean {
  return (
    declaration.element === meaning.element &&
    (meaning.index === undefined || declaration.index === meaning.index) &&
    Object.entries(meaning.attributes ?? {}).every(([key, value]) => declaration.attributes[key] === value)
  );
}
