/** A program's declared tables: found by what they mean, read by index. */
import { bankOf, entryAddress, type ProgramDeclarations, type RamAddress, type TableDeclaration } from '#basics';
import type { Side } from './decoded.ts';

const SIDES = ['white', 'black'] as const;

/** RAM as the decoders read it. */
export interface MemoryReader {
  /** The byte at a RAM address, 0..65535. @param bank has it from $8000 on; absent: the one that is shown */
  read(address: RamAddress, bank?: number): number;
}

/** A declared table over a memory: reads by index. */
export type Table = ReturnType<typeof tableOver>;

export function tableOver(declaration: TableDeclaration, memory: MemoryReader) {
  const { first, last, size, attributes } = declaration;
  const bank = bankOf(declaration);
  return {
    ...declaration,

    has: (index: number): boolean => index >= first && index <= last,
    addressOf: (index: number): RamAddress => entryAddress(declaration, index),

    /** Bytes of RAM from the first of an entry on. */
    bytes(index: number, count: number): number[] {
      const address = this.addressOf(index);
      const bytes: number[] = [];
      for (let byte = 0; byte < count; byte++) bytes.push(memory.read((address + byte) & 0xffff, bank) & 0xff);
      return bytes;
    },

    /** The (first) byte of an entry; undefined outside the declared range. */
    read(index: number): number | undefined {
      return this.has(index) ? memory.read(this.addressOf(index), bank) & 0xff : undefined;
    },

    /** All bytes of an entry as a number, lowest first; undefined outside the declared range. */
    readNumber(index: number): number | undefined {
      if (!this.has(index)) return undefined;
      return this.bytes(index, size).reduceRight((number, byte) => 256 * number + byte, 0);
    },

    /** The side that the declaration names, if any. */
    side: (): Side | undefined => SIDES.find((side) => side === attributes['side']),

    /** One side's byte of a variable. Of two bytes the second is black's; `side=` excludes the other side. */
    readSide(side: Side): number | undefined {
      const declared = this.side();
      if (declared !== undefined) return declared === side ? this.read(first) : undefined;
      return side === 'white' ? this.read(first) : (this.read(first + 1) ?? this.read(first));
    },
  };
}

/** What a table is looked up by; an attribute given here must have this value. */
interface TableMeaning {
  readonly index?: string;
  readonly element: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A program has hundreds of tables, and only those that are looked up are made. */
export class ProgramTables {
  constructor(
    private readonly declarations: ProgramDeclarations,
    private readonly memory: MemoryReader,
  ) {}

  /** Tables with this meaning, in the order of declaration. */
  all(meaning: TableMeaning): Table[] {
    return this.where((declaration) => means(declaration, meaning));
  }

  /** Tables with an attribute, whatever its value, in the order of declaration. */
  with(attribute: string): Table[] {
    return this.where(({ attributes }) => attributes[attribute] !== undefined);
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

  private where(isWanted: (declaration: TableDeclaration) => boolean): Table[] {
    return this.declarations.tables.filter(isWanted).map((declaration) => tableOver(declaration, this.memory));
  }
}

function means(declaration: TableDeclaration, meaning: TableMeaning): boolean {
  return (
    declaration.element === meaning.element &&
    (meaning.index === undefined || declaration.index === meaning.index) &&
    Object.entries(meaning.attributes ?? {}).every(([key, value]) => declaration.attributes[key] === value)
  );
}
