/** The engine assembled once for all engine tests, and sessions on it. */
import { expect } from 'vitest';
import { assemble, type Assembly, type SourceHost } from '#assembler';
import { compareWithOracle, type Comparison, decode, type DecodedTables, type MemoryReader } from '#chess';
import type { MachineOptions, Snapshot } from '#emulator';
import { EngineSession, type PieceValues } from '#engine-driver';
import { folderHost } from '../assembler/hosts.ts';
import { position } from '../chess/positions.ts';
import { checkedAfterTest, doAfterFile, doAfterTest, isInTest } from '../after-tests.ts';
import { projectText } from '../project.ts';

const HOST = folderHost('engine-asm');

let assembly: Assembly | undefined;
/** The build with VERIFY and no mistake. */
let verifying: Assembly | undefined;
/** The last builds with a change, with VERIFY and without; starting from them, the next ones are quick. */
let mistaken: Assembly | undefined;
let changed: Assembly | undefined;

/** The engine's assembly, made on first use. Its timing is not proven, which takes longer than most tests. */
export function engineAssembly(): Assembly {
  return (assembly ??= assemblyWith({}));
}

/** A deliberate change of a source: in one file, the first `right` after `after` becomes `wrong`. */
export interface Mistake {
  readonly file: string;
  readonly after: string;
  readonly right: string;
  readonly wrong: string;
}

/** The build that compares its tables with ones from scratch in every node, made on first use. Not proven either. */
export function verifyingAssembly(): Assembly {
  return (verifying ??= assemblyWith({ VERIFY: 1 }));
}

/** That build with a mistake in its sources. */
export function mistakenAssembly(mistake: Mistake): Assembly {
  return (mistaken = assemble('main.gtasm', changedHost(mistake), { defines: { VERIFY: 1 }, check: false }, mistaken));
}

/** The engine with constants of its parts, such as `HASH: 0`; not proven either. */
export function assemblyWith(defines: Readonly<Record<string, number>>): Assembly {
  return assemble('main.gtasm', HOST, { defines, check: false });
}

/** The engine with a change in its sources; not proven either. */
export function changedAssembly(change: Mistake): Assembly {
  return (changed = assemble('main.gtasm', changedHost(change), { check: false }, changed));
}

function changedHost({ file, after, right, wrong }: Mistake): SourceHost {
  return {
    read(path, as) {
      const source = HOST.read(path, as);
      if (path !== file || !('text' in source)) return source;
      const at = source.text.indexOf(right, source.text.indexOf(after));
      if (at < 0) throw new Error(`${file} has no "${right}" after "${after}"`);
      return { text: source.text.slice(0, at) + wrong + source.text.slice(at + right.length) };
    },
  };
}

/** An engine that tests share, and its state after booting. */
interface SharedEngine {
  readonly image: Uint16Array;
  readonly session: EngineSession;
  readonly booted: Snapshot;
}

/** Shared engines that no test is using, by their image. */
const idle = new Map<Uint16Array, SharedEngine[]>();
/** Shared engines of the running test. */
const inUse = new Set<SharedEngine>();

doAfterTest(() => {
  for (const engine of inUse) {
    const { machine, falseDeclarations } = engine.session;
    // One at fault is not used again.
    const isRight = machine.monitor.faultCount + falseDeclarations.length === 0;
    if (isRight) idle.set(engine.image, [...(idle.get(engine.image) ?? []), engine]);
  }
  inUse.clear();
});

doAfterFile(() => {
  // Those of the unchanged engine also serve the next file.
  for (const image of idle.keys()) if (image !== assembly?.image) idle.delete(image);
});

/** The session; at the end of the test, the monitor must have no fault, and no declaration may have been false. */
export const underWatch = checkedAfterTest(({ machine, falseDeclarations }: EngineSession) => {
  expect(machine.monitor.faults).toEqual([]);
  expect(falseDeclarations).toEqual([]);
});

/** A session that has booted and waits for its player, under watch. With options, it has a machine of its own. */
export function bootedEngine(options?: MachineOptions): EngineSession {
  return underWatch(
    options === undefined ? sharedEngine(engineAssembly().image, unwatchedEngine) : unwatchedEngine(options),
  );
}

/**
 * An engine in the same state as a new one from `boot` with this image. It may come from another test, so that its code
 * has already been translated.
 */
export function sharedEngine(image: Uint16Array, boot: () => EngineSession): EngineSession {
  if (!isInTest()) return boot();
  const engine = idle.get(image)?.pop() ?? newEngine(image, boot());
  const { session, booted } = engine;
  const problem = session.machine.adopt(booted);
  if (problem !== undefined) throw new Error(problem.message);
  session.probe = undefined;
  inUse.add(engine);
  return session;
}

function newEngine(image: Uint16Array, session: EngineSession): SharedEngine {
  return { image, session, booted: session.machine.snapshot() };
}

/** A session whose picture a test may break. */
export function unwatchedEngine(options: MachineOptions = { seed: 1 }): EngineSession {
  const { image, debugInfo } = engineAssembly();
  const session = new EngineSession(image, debugInfo, options);
  session.checkDeclarations();
  return booted(session);
}

function booted(session: EngineSession): EngineSession {
  if (!session.runUntilReady()) throw new Error('the engine does not come up');
  return session;
}

/** A session with another build of the engine that has booted, under watch. */
export function engineOf({ image, debugInfo }: Pick<Assembly, 'image' | 'debugInfo'>): EngineSession {
  return booted(underWatch(new EngineSession(image, debugInfo, { seed: 1 })));
}

/** A session whose tables are set up from a FEN; without one, those of the initial position. */
export function engineAt(fen?: string): EngineSession {
  const session = bootedEngine();
  if (fen !== undefined) setUp(session, fen);
  return session;
}

/** Sets up a position, which the engine must not refuse. */
export function setUp(session: EngineSession, fen: string): void {
  const refusal = session.setUp(position(fen));
  if (refusal !== undefined) throw new Error(`${fen}: ${refusal.message}`);
}

/** The session's RAM as the decoders read it. */
export function memoryOf(session: EngineSession): MemoryReader {
  const { machine } = session;
  return { read: (address) => machine.readRam(address) };
}

/** What the session's RAM holds, by the declarations of its sources. */
export function decoded(session: EngineSession): DecodedTables {
  return decode(memoryOf(session), engineAssembly().debugInfo);
}

/** Its tables compared with those that the oracle builds from its board. */
export function oracleComparison(session: EngineSession): Comparison {
  return compareWithOracle(memoryOf(session), engineAssembly().debugInfo);
}

export interface PerftEntry {
  readonly fen: string;
  readonly perft: Readonly<Record<string, number>>;
}

/** The values from which those of the ROM are made. */
export const PIECE_VALUES = JSON.parse(projectText('engine-asm/evaluation/piece-values.json')) as PieceValues;

/** FENs of the positions with which the engine's depth is measured. */
export function middleGameFens(): string[] {
  const lines = projectText('test/data/positions/middle-game.epd').trim().split('\n');
  return lines.map((line) => `${line.split(' ', 4).join(' ')} 0 1`);
}

/** Positions with counts by Stockfish (test/data/perft.json). */
export function perftSuite(): readonly PerftEntry[] {
  return (JSON.parse(projectText('test/data/perft.json')) as { positions: readonly PerftEntry[] }).positions;
}
