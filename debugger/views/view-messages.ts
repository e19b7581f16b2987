/** What the views are told: decoded tables and the monitor's picture, as they stand in the machine now. */
import { toBase64 } from '#basics';
import { decode } from '#chess';
import type { Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import type { ScreenMessage, SoundMessage, Speed, TablesMessage } from '../protocol.ts';
import { readRam } from '../values/place.ts';

export function tablesMessage(machine: Machine, program: Program, running: boolean): TablesMessage {
  const memory = { read: (address: number) => readRam(machine, address) };
  return { cycle: machine.cycle, running, tables: decode(memory, program.info) };
}

export function screenMessage(machine: Machine, running: boolean, speed: Speed): ScreenMessage {
  const { pixels, frames, badLines, badFrames } = machine.monitor;
  const picture = { pixels: toBase64(pixels), leds: machine.leds, frames, badLines, badFrames };
  return { cycle: machine.cycle, running, speed, ...picture };
}

/** The samples since the last message; taking them removes them. */
export function soundMessage(machine: Machine): SoundMessage {
  return { samples: toBase64(machine.takeAudio()) };
}
