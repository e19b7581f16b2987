/** What cycles were used for: in the last frame's length (`gigatron/frame`), in a stretch of the run, right now. */
import { Event } from '@vscode/debugadapter';
import { bankOf, entryAddress, addAt, numberAt, isFailure } from '#basics';
import { object, oneOf } from '#basics/shape';
import { CLOCK_HZ, CYCLES_PER_FRAME, CYCLES_PER_LINE, hexWord, PAGE_SIZE, ROM_WORDS } from '#isa';
import type { DebugTable } from '#assembler';
import type { Machine } from '#emulator';
import { findInterruption } from '../run/call-stack.ts';
import { beamPlace, frameStart, frameUse, shareOf, type FrameUse } from '../values/frame-timing.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { stoppedRequest, type RequestTable, debuggeeRequest } from './request.ts';
import type { Program } from '../program/program.ts';
import { type FrameMessage, type PageUse, STRETCHES, type Stretch } from '../protocol.ts';
import { searchMoment } from '../run/seek.ts';
import { frameBegin, createMeasuring, type Other, measuredMessage } from '../run/measuring.ts';
import { failures, type RequestFailure } from '../errors.ts';

export const FRAME_REQUESTS: RequestTable = {
  'gigatron/frame': stoppedRequest(object({}), (debuggee) => {
    const { machine, program } = debuggee;
    return frameMessage(lastFrame(debuggee), machine, program);
  }),

  'gigatron/status': debuggeeRequest(object({}), (debuggee) => {
    const { machine, runner } = debuggee;
    const { badLines, badFrames } = machine.monitor;
    const state = { seconds: machine.cycle / CLOCK_HZ, running: runner.running, ...beamPlace(machine) };
    return { ...state, badLines, badFrames, handlerShare: shareNow(debuggee) };
  }),

  'gigatron/stretches': stoppedRequest(object({}), (debuggee) => ({
    stretches: STRETCHES.filter((stretch) => !isFailure(otherEnd(stretch, debuggee))),
  })),

  'gigatron/measure': stoppedRequest(object({ stretch: oneOf(...STRETCHES) }), (debuggee, { stretch }, session) => {
    const other = otherEnd(stretch, debuggee);
    if (isFailure(other)) return other;
    const tell: Parameters<typeof createMeasuring>[3] = (measured) =>
      session.sendEvent(new Event('gigatron/measured', measuredMessage(measured, debuggee.program)));
    debuggee.move(createMeasuring(debuggee, other, debuggee.view().hidden, tell));
    return {};
  }),
};

/** The handler's share of the cycles of the last frame's length; computed at stops, again after a frame has passed. */
function shareNow(debuggee: Debuggee): number | null {
  const { program, runner, lastShare: known } = debuggee;
  const { cycle } = debuggee.machine;
  if (program.info.declarations.checks.length === 0) return null;
  if (runner.running || (known !== undefined && Math.abs(cycle - known.cycle) < CYCLES_PER_FRAME)) {
    return known?.share ?? null;
  }
  const share = shareOf(lastFrame(debuggee));
  debuggee.lastShare = { cycle, share };
  return share;
}

/** What the cycles of the last frame's length were used for. Leaves the machine where it is. */
function lastFrame(debuggee: Debuggee): FrameUse {
  const { machine, history } = debuggee;
  const { cycle } = machine;
  const from = frameStart(debuggee);
  history.goTo(from);
  const interrupted = findInterruption(debuggee)?.resumeAddress;
  history.goTo(cycle);
  return frameUse(debuggee, from, interrupted);
}

function frameMessage(use: FrameUse, machine: Machine, program: Program): FrameMessage {
  const { from, to, lines, present, checks } = use;
  return {
    ...{ from, to, lines, present, checks },
    handlerShare: shareOf(use),
    lineCycles: program.info.declarations.line ?? CYCLES_PER_LINE,
    at: program.symbols.describe(machine.address) ?? hexWord(machine.address),
    rom: romPages(use, program),
    ram: ramPages(use, machine, program),
  };
}

function romPages({ executed }: FrameUse, { info, sources, symbols }: Program): PageUse[] {
  const used = new Uint16Array(ROM_WORDS / PAGE_SIZE);
  const first = new Map<number, number>();
  const owners = new Map<number, Set<string>>();
  for (const { address } of info.lines) {
    const page = address >> 8;
    addAt(used, page, 1);
    if (!first.has(page)) first.set(page, address);
    const name = symbols.codeName(address);
    if (name !== undefined) owned(owners, page).add(name);
  }
  return Array.from(used, (words, page) => {
    const names = [...(owners.get(page) ?? [])];
    const counts = { used: words, executed: numberAt(executed, page), reads: 0, writes: 0 };
    return { page, owners: names, ...counts, ...sources.lineOf(first.get(page) ?? -1) };
  });
}

function ramPages({ reads, writes }: FrameUse, machine: Machine, { info, sources }: Program): PageUse[] {
  const isUsed = new Uint8Array(machine.ram.length);
  const owners = new Map<number, Set<string>>();
  const first = new Map<number, DebugTable>();
  for (const table of info.tables) {
    for (let index = table.first; index <= table.last; index++) {
      for (let byte = 0; byte < table.size; byte++) {
        const at = machine.ramIndex((entryAddress(table, index) + byte) & 0xffff, bankOf(table));
        isUsed[at] = 1;
        owned(owners, at >> 8).add(table.name);
        if (!first.has(at >> 8)) first.set(at >> 8, table);
      }
    }
  }
  return Array.from({ length: machine.ram.length / PAGE_SIZE }, (_, page) => {
    const used = isUsed.subarray(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).reduce((sum, one) => sum + one, 0);
    const table = first.get(page);
    const at = table === undefined ? {} : { path: sources.paths[table.source] ?? '', line: table.line };
    const names = [...(owners.get(page) ?? [])];
    const accesses = { reads: numberAt(reads, page), writes: numberAt(writes, page) };
    return { page, owners: names, used, executed: 0, ...accesses, ...at };
  });
}

function owned(owners: Map<number, Set<string>>, page: number): Set<string> {
  const known = owners.get(page) ?? new Set<string>();
  owners.set(page, known);
  return known;
}

/** Where a stretch that ends now begins; a failure if the program or the run has no such stretch. */
function otherEnd(stretch: Stretch, { machine, history, program, previousStop }: Debuggee): Other | RequestFailure {
  switch (stretch) {
    case 'run':
      return { cycle: history.oldest };
    case 'frame':
      return { cycle: frameBegin(machine, history) };
    case 'stops':
      return previousStop === undefined ? failures.noPreviousStop() : { cycle: previousStop };
    case 'search':
    case 'node':
      return searchMoment(stretch, machine, program);
  }
}
