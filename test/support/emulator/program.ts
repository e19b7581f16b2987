/**
 * Programs for the emulator's own tests, in listing notation, one instruction each, with `nop` in the rest of the ROM;
 * and random ROMs.
 *
 * Only tests import this. Texts are looked up among the listing texts of all words, so nothing here knows how
 * instructions are encoded.
 */
import { ROM_WORDS, formatWord, encode, opcodeOf, BUSES, type Bus, type Operation } from '#isa';

let words: Map<string, number> | undefined;

/** The word of an instruction in listing notation, with any spacing. Throws if there is none. */
export function wordOf(text: string): number {
  words ??= new Map(Array.from({ length: ROM_WORDS }, (_, word) => [formatWord(word).replace(/ +/g, ' '), word]));
  const word = words.get(text.trim().replace(/ +/g, ' '));
  if (word === undefined) throw new Error(`no instruction reads "${text}"`);
  return word;
}

/** A ROM with instructions from address 0 on, and others at other addresses. */
export function program(
  lines: readonly string[],
  others: Readonly<Record<number, readonly string[]>> = {},
): Uint16Array {
  const rom = new Uint16Array(ROM_WORDS).fill(wordOf('nop'));
  rom.set(lines.map(wordOf));
  for (const [address, more] of Object.entries(others)) rom.set(more.map(wordOf), Number(address));
  return rom;
}

/** A generator of whole numbers below a bound. */
export type Random = (bound: number) => number;

/** A deterministic generator (xorshift32 with a multiplied output). */
export function randomFrom(seed: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bf03635) >>> 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return Math.floor(((Math.imul(state, 0x85ebca6b) >>> 0) / 0x100000000) * bound);
  };
}

const ALU_OPERATIONS: readonly Operation[] = ['ld', 'anda', 'ora', 'xora', 'adda', 'suba'];
const OUT_VALUES = [0xc0, 0x80, 0x40, 0x00, 0xff, 0xd5];

/**
 * A ROM image that exercises a core: random words, weighted towards what is hard to get right.
 *
 * Jumps are frequent and often follow one another (branches in delay slots, single instructions at computed
 * addresses), pages 0 to 7 are favoured so that code is executed again, sync bits of OUT toggle now and then, some
 * places hold bursts of pixels, X++ and `ctrl` occur. One ROM in eight loops at power-on, until it is moved elsewhere.
 * Everything depends only on the seed.
 */
export function randomRom(random: Random): Uint16Array {
  const rom = new Uint16Array(ROM_WORDS);
  for (let address = 0; address < ROM_WORDS;) {
    if (random(400) === 0) {
      const burst = Math.min(ROM_WORDS - address, 2 + random(170));
      rom.fill(encode(opcodeOf('ora', 7, 'ram'), 0), address, address + burst);
      address += burst;
    } else {
      rom[address++] = randomWord(random);
    }
  }
  const dice = rom[ROM_WORDS - 1]!;
  if ((dice & 7) === 0) rom[0] = encode(opcodeOf('jump', (dice & 8) === 0 ? 0 : 7, 'd'), 0);
  return rom;
}

function randomWord(random: Random): number {
  const dice = random(100);
  const bus: Bus = BUSES[random(4)]!;
  if (dice < 3) return random(0x10000);
  if (dice < 22) return encode(opcodeOf('jump', random(8), random(3) === 0 ? bus : 'd'), random(256));
  if (dice < 26) return encode(opcodeOf('ld', 5, 'd'), random(8));
  if (dice < 30) return encode(opcodeOf('ld', 6, 'd'), OUT_VALUES[random(OUT_VALUES.length)]!);
  if (dice < 48) return encode(opcodeOf('st', random(8), bus === 'ram' && random(8) !== 0 ? 'ac' : bus), random(256));
  return encode(opcodeOf(ALU_OPERATIONS[random(6)]!, random(8), bus), random(256));
}
