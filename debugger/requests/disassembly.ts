/**
 * Disassembly of ROM: any window around an address, one entry per word.
 *
 * Addresses count words, and so do the request's offsets. Entries before the first and after the last word are marked
 * invalid, as the protocol requires, so that the answer always has as many entries as were requested.
 */
import { hexDigits } from '#basics';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { ROM_WORDS, decode, formatWord } from '#isa';
import { boolean, count, integer, object, optional, string } from '#basics/shape';
import { failures } from '../errors.ts';
import type { Program } from '../program/program.ts';
import { hexAddress, parseMemoryReference } from '../values/place.ts';
import { clientPlace } from './sources.ts';
import { debuggeeRequest, type RequestTable, type Session } from './request.ts';

const MAX_COUNT = 0x10000;
/** Entries made before other work gets its turn. */
const SLICE = 0x400;

export const DISASSEMBLY_REQUESTS: RequestTable = {
  disassemble: debuggeeRequest(
    object({
      memoryReference: string,
      offset: optional(integer),
      instructionOffset: optional(integer),
      instructionCount: count,
      resolveSymbols: optional(boolean),
    }),
    async ({ program }, args, session) => {
      const reference = parseMemoryReference(args.memoryReference);
      if (reference === undefined || reference.space === 'ram')
        return failures.badMemoryReference(args.memoryReference);
      const first = reference.address + (args.offset ?? 0) + (args.instructionOffset ?? 0);
      const length = Math.min(args.instructionCount, MAX_COUNT);
      const instructions: DebugProtocol.DisassembledInstruction[] = [];
      const symbols = args.resolveSymbols !== false;
      for (let address = first; address < first + length; address++) {
        if (instructions.length % SLICE === SLICE - 1) await new Promise<void>((go) => void session.host.later(go, 0));
        const valid = address >= 0 && address < ROM_WORDS;
        instructions.push(valid ? disassembleWord(program, address, symbols, session) : invalid(address));
      }
      return { instructions };
    },
  ),
};

function disassembleWord(program: Program, address: number, resolveSymbols: boolean, session: Session) {
  const { rom, symbols, sources } = program;
  const word = rom[address] ?? 0;
  const inDelaySlot = address > 0 && decode(rom[address - 1] ?? 0).opcode.operation === 'jump';
  const known = { zeroPage: (at: number) => symbols.zeroPageName(at), target: (at: number) => symbols.labelAt(at) };
  const names = resolveSymbols ? known : {};
  const place = sources.lineAt(address);
  const label = symbols.labelAt(address);
  const where = place === undefined ? undefined : clientPlace(program, place, session);
  return {
    address: hexAddress(address),
    instructionBytes: `${hexDigits(word >> 8, 2)} ${hexDigits(word & 0xff, 2)}`,
    // Indented in a delay slot, which executes before the branch's target.
    instruction: (inDelaySlot ? '  ' : '') + formatWord(word, { address, inDelaySlot }, names),
    ...(label === undefined ? {} : { symbol: label }),
    ...(where === undefined ? {} : { location: where.source, line: where.line, column: where.column }),
  };
}

function invalid(address: number): DebugProtocol.DisassembledInstruction {
  // Before the first word, a negative decimal number: editors sort entries by address.
  const shown = address < 0 ? String(address) : hexAddress(address);
  return { address: shown, instruction: '(no memory)', presentationHint: 'invalid' };
}
