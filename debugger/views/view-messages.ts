/** What the views get: decoded tables and the monitor's picture, as they are in the machine now. */
import { packLines, toBase64 } from '#basics';
import { decode } from '#chess';
import type { Machine } from '#emulator';
import { PIXELS_PER_LINE } from '#isa';
import { lookThrough } from '../values/lenses.ts';
import type { Scope } from '../values/evaluate.ts';
import type { ScreenMessage, SoundMessage, Speed, TablesMessage, WantedLens } from '../protocol.ts';

/** @param wanted what the user wants to see besides what is declared */
export function tablesMessage(scope: Scope, running: boolean, wanted: readonly WantedLens[]): TablesMessage {
  const { machine, program } = scope;
  const memory = { read: (address: number) => machine.readRam(address) };
  return {
    cycle: machine.cycle,
    running,
    tables: decode(memory, program.info),
    lenses: wanted.map((lens) => lookThrough(lens, scope)),
  };
}

export function screenMessage(machine: Machine, running: boolean, speed: Speed): ScreenMessage {
  const { pixels, frames, badLines, badFrames } = machine.monitor;
  const seen = { leds: machine.leds, frames, badLines, badFrames };
  return { cycle: machine.cycle, running, speed, ...seen, picture: packLines(pixels, PIXELS_PER_LINE) };
}

/** The samples since the last message; taking them removes them. */
export function soundMessage(machine: Machine): SoundMessage {
  return { samples: toBase64(machine.takeAudio()) };
}
