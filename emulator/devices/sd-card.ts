/**
 * An SD card as a program on the other side of the wire sees it: byte by byte, in SPI mode, of high capacity, which
 * means that it is addressed by blocks of 512 bytes. A command has six bytes; the card answers from the second byte
 * after it on, and sends $FF while it has nothing to say.
 *
 * The image is never changed. What is written is kept beside it, block by block, so that a state is small.
 */
export const BLOCK_BYTES = 512;

export interface CardImage {
  readonly blocks: number;
  /** The bytes of a block. @param block from 0, below `blocks` */
  read(block: number): Uint8Array;
}

/** A card's state; the image is not part of it. */
export interface CardState {
  /** Whether the card has not been initialised. */
  readonly idle: boolean;
  /** Whether the next command is an application command, as CMD55 announces it. */
  readonly application: boolean;
  /** Bytes of the command that is being received. */
  readonly command: readonly number[];
  readonly reply: readonly number[];
  /** The next block to be sent, while several are read. */
  readonly reading: number | undefined;
  readonly writing: number | undefined;
  /** Whether more blocks follow it. */
  readonly writesMany: boolean;
  /** What has been received of it; undefined before its first byte. */
  readonly data: readonly number[] | undefined;
  /** Blocks that differ from the image. */
  readonly written: ReadonlyMap<number, Uint8Array>;
}

const POWER_ON: CardState = {
  idle: true,
  application: false,
  command: [],
  reply: [],
  reading: undefined,
  writing: undefined,
  writesMany: false,
  data: undefined,
  written: new Map(),
};

const NOTHING = 0xff;
/** Tokens: before the data of a block; before that of each block if many are written; after the last of these. */
const TOKEN = 0xfe;
const TOKEN_OF_MANY = 0xfc;
const END_OF_MANY = 0xfd;
/** Answers: the bits of R1, and the response to a written block, followed by the bytes of a busy card. */
const IDLE = 0x01;
const ILLEGAL = 0x04;
const BAD_PARAMETER = 0x40;
const ACCEPTED = [0x05, 0x00, 0x00];

/** Added to the number of an application command. */
const APPLICATION = 0x100;
/** Commands that are understood before the card is initialised. */
const EARLY: ReadonlySet<number> = new Set([0, 1, 8, 55, 58, 59, APPLICATION + 41]);

export class SdCard {
  private state = POWER_ON;

  constructor(private readonly image: CardImage) {}

  save(): CardState {
    return this.state;
  }

  load(state: CardState): void {
    this.state = state;
  }

  /** The card is deselected: a command that has begun is forgotten. */
  release(): void {
    if (this.state.command.length > 0) this.change({ command: [] });
  }

  /** Takes a byte, and gives the one that goes out during the next. */
  exchange(received: number): number {
    const { command, data } = this.state;
    if (data !== undefined) this.takeData([...data, received]);
    else if (command.length > 0 || (received & 0xc0) === 0x40) this.takeCommand([...command, received]);
    else if (this.state.writing !== undefined) this.takeToken(received);
    return this.nextByte();
  }

  private nextByte(): number {
    const { reply, reading } = this.state;
    const [next, ...rest] = reply;
    if (next !== undefined) {
      this.change({ reply: rest });
      return next;
    }
    if (reading !== undefined && this.has(reading))
      this.change({ reply: packet(this.block(reading)), reading: reading + 1 });
    return NOTHING;
  }

  private takeCommand(command: readonly number[]): void {
    if (command.length < 6) {
      this.change({ command });
      return;
    }
    const [first = 0, a = 0, b = 0, c = 0, d = 0] = command;
    const { application } = this.state;
    this.change({ command: [], application: false, reading: undefined, writing: undefined });
    const number = (first & 0x3f) + (application ? APPLICATION : 0);
    const answer = this.answer(number, ((a << 24) | (b << 16) | (c << 8) | d) >>> 0);
    this.change({ reply: [NOTHING, ...answer] });
  }

  private answer(number: number, argument: number): readonly number[] {
    const { idle } = this.state;
    if (idle && !EARLY.has(number)) return [IDLE | ILLEGAL];
    switch (number) {
      case 0:
        return this.setIdle(true);
      case 1:
      case APPLICATION + 41:
        return this.setIdle(false);
      case 17:
      case 18:
        return this.read(argument, number === 18);
      case 24:
      case 25:
        return this.write(argument, number === 25);
      default: {
        if (number === 55) this.change({ application: true });
        const more = this.told(number, argument);
        return more === undefined ? [(idle ? IDLE : 0) | ILLEGAL] : [idle ? IDLE : 0, ...more];
      }
    }
  }

  /** What a command reports about the card after its status; undefined for an unknown command. */
  private told(number: number, argument: number): readonly number[] | undefined {
    switch (number) {
      case 8: // the voltage and the pattern that were sent
        return [0, 0, (argument >> 8) & 0x0f, argument & 0xff];
      case 9:
        return [NOTHING, ...packet(this.description())];
      case 13:
        return [0];
      case 58: // powered up, of high capacity, 2.7 to 3.6 V
        return [this.state.idle ? 0x40 : 0xc0, 0xff, 0x80, 0x00];
      case 12:
      case 16:
      case 55:
      case 59:
      case APPLICATION + 23:
        return [];
      default:
        return undefined;
    }
  }

  private setIdle(idle: boolean): readonly number[] {
    this.change({ idle });
    return [idle ? IDLE : 0];
  }

  private read(block: number, many: boolean): readonly number[] {
    if (!this.has(block)) return [BAD_PARAMETER];
    if (many) this.change({ reading: block + 1 });
    return [0, NOTHING, ...packet(this.block(block))];
  }

  private write(block: number, writesMany: boolean): readonly number[] {
    if (!this.has(block)) return [BAD_PARAMETER];
    this.change({ writing: block, writesMany });
    return [0];
  }

  private takeToken(received: number): void {
    const { writesMany } = this.state;
    if (received === (writesMany ? TOKEN_OF_MANY : TOKEN)) this.change({ data: [] });
    else if (writesMany && received === END_OF_MANY) this.change({ writing: undefined, reply: [NOTHING, 0x00] });
  }

  /** The data of a block is followed by two bytes of a checksum, which is not compared. */
  private takeData(data: readonly number[]): void {
    const { writing = 0, writesMany, written } = this.state;
    if (data.length < BLOCK_BYTES + 2) {
      this.change({ data });
      return;
    }
    const kept = this.has(writing)
      ? new Map(written).set(writing, Uint8Array.from(data.slice(0, BLOCK_BYTES)))
      : written;
    this.change({ written: kept, data: undefined, writing: writesMany ? writing + 1 : undefined, reply: ACCEPTED });
  }

  private has(block: number): boolean {
    return block < this.image.blocks;
  }

  private block(block: number): Uint8Array {
    return this.state.written.get(block) ?? this.image.read(block);
  }

  /** The register with the capacity (CSD, version 2), in units of 1024 blocks. */
  private description(): Uint8Array {
    const units = Math.ceil(this.image.blocks / 1024) - 1;
    const bytes = [0x40, 0x0e, 0x00, 0x32, 0x5b, 0x59, 0x00, units >> 16, (units >> 8) & 0xff, units & 0xff];
    bytes.push(0x7f, 0x80, 0x0a, 0x40, 0x00);
    return Uint8Array.from([...bytes, (crc(bytes, 7, 0x09) << 1) | 1]);
  }

  private change(changes: Partial<CardState>): void {
    this.state = { ...this.state, ...changes };
  }
}

/** Data as it is sent: token, bytes, checksum. */
function packet(data: Uint8Array): readonly number[] {
  const sum = crc(data, 16, 0x1021);
  return [TOKEN, ...data, sum >> 8, sum & 0xff];
}

/** A checksum of some bits: of 16 for data, of 7 for registers. */
function crc(data: Iterable<number>, width: number, polynomial: number): number {
  let sum = 0;
  for (const byte of data)
    for (let bit = 7; bit >= 0; bit--) {
      const isOdd = ((sum >> (width - 1)) ^ (byte >> bit)) & 1;
      sum = ((sum << 1) ^ (isOdd === 0 ? 0 : polynomial)) & ((1 << width) - 1);
    }
  return sum;
}
