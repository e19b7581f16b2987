/**
 * The wires between the expander and an SD card at its port 0: clock, data both ways, and select (SPI mode 0).
 *
 *     clock rises    the card takes the bit of MOSI;  the program reads the bit of MISO while it is high
 *     clock falls    the card puts out the next bit
 */
import type { SerialDevice } from '#isa';
import type { CardState, SdCard } from './sd-card.ts';

const CLOCK = 0x0001;
/** /SS0: low selects the card. */
const SELECT = 0x0004;

export interface CardPortState {
  /** Bits of the present byte that have come in, and how many. */
  readonly input: number;
  readonly bits: number;
  /** Bits still to go out, the next as bit 7. */
  readonly output: number;
  readonly card: CardState;
}

export class CardPort implements SerialDevice {
  private input = 0;
  private bits = 0;
  private output = 0xff;

  constructor(readonly card: SdCard) {}

  /** The expander gets another control word. */
  change(before: number, after: number): void {
    if (((before ^ after) & SELECT) !== 0) this.beginByte();
    if ((after & SELECT) !== 0) return;
    if ((before & CLOCK) < (after & CLOCK)) {
      this.input = ((this.input << 1) | (after >> 15)) & 0xff;
      this.bits++;
    } else if ((before & CLOCK) > (after & CLOCK)) {
      this.output = ((this.output << 1) | 1) & 0xff;
      if (this.bits < 8) return;
      this.output = this.card.exchange(this.input);
      this.bits = 0;
    }
  }

  /** The level of MISO, 0 or 1: pulled up while the card is not selected. */
  level(control: number): number {
    return (control & SELECT) === 0 ? this.output >> 7 : 1;
  }

  save(): CardPortState {
    return { input: this.input, bits: this.bits, output: this.output, card: this.card.save() };
  }

  load({ input, bits, output, card }: CardPortState): void {
    Object.assign(this, { input, bits, output });
    this.card.load(card);
  }

  private beginByte(): void {
    this.card.release();
    this.bits = 0;
    this.output = 0xff;
  }
}
