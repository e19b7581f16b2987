/** What whoever looks inside the machine sees, as text. */
import { hexByte, hexDigits, hexWord } from '#basics';
import type { Machine } from '#emulator';
import { Places, type ProgramNames } from '../names.ts';
import type { Inside } from '../protocol.ts';

/** The most bytes of a variable that are shown. */
const BYTES_SHOWN = 16;

export class InsideView {
  private readonly places: Places | undefined;

  /** @param names null if the page has none */
  constructor(private readonly names: ProgramNames | null) {
    this.places = names === null ? undefined : new Places(names);
  }

  of(machine: Machine): Inside {
    const { ac, x, y, out, outx } = machine.registers;
    const registers = Object.entries({ ac, x, y, out, outx }).map(([name, value]) => [name, hexByte(value)] as const);
    const variables = (this.names?.variables ?? []).map(({ name, address, size }) => {
      const bytes = Array.from({ length: Math.min(size, BYTES_SHOWN) }, (_, at) =>
        hexDigits(machine.readRam(address + at), 2),
      );
      return [name, `$${bytes.join(' ')}${size > BYTES_SHOWN ? ' …' : ''}`] as const;
    });
    return {
      registers: [['pc', hexWord(machine.nextAddress)], ...registers, ['cycle', String(machine.cycle)]],
      variables,
      place: [this.label(machine.address), this.places?.at(machine.address)].filter(Boolean).join(' · '),
    };
  }

  /** The label before an address, in its page. */
  private label(address: number): string | undefined {
    const before = this.names?.labels.filter(
      (label) => label.address <= address && label.address >> 8 === address >> 8,
    );
    const nearest = before?.reduce((best, label) => (label.address > best.address ? label : best), before[0] ?? NONE);
    return nearest?.name;
  }
}

const NONE = { name: '', address: 0 };
