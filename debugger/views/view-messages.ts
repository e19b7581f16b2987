/** What the views are told: decoded tables and the monitor's picture, as they stand in the machine now. */
import { decode } from '#chess';
import type { Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import type { ScreenMessage, TablesMessage } from '../protocol.ts';
import { toBase64 } from '../values/base64.ts';
import { readRam } from '../values/place.ts';

export function tablesMessage(machine: Machine, program: Program, running: boolean): TablesMessage {
  const memory = { read: (address: number) => readRam(machine, address) };
  return { cycle: machine.cycle, running, tables: decode(memory, program.info) };
}

export function screenMessage(machine: Machine, running: boolean): ScreenMessage {
  const { pixels, frames, badLines, badFrames } = machine.monitor;
  return { cycle: machine.cycle, running, pixels: toBase64(pixels), leds: machine.leds, frames, badLines, badFrames };
}
