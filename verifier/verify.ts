/** The verifier: does a certificate prove that the time checks of an image are exact, and that its handler is right? */
import { failure, isFailure, type Result } from '#basics';
import { PAGE_SIZE } from '#isa';
import { readCertificate, type Certificate } from './certificate.ts';
import { Lines } from './lines.ts';
import { Loops } from './loops.ts';
import { Machine } from './machine.ts';
import { Paths } from './paths.ts';
import { Trust } from './refusal.ts';
import { timeWords, type TimeWords } from './time-words.ts';
import { Values } from './values.ts';

/** A certificate that holds: what was counted, and what is believed, by kind, with the addresses. */
export interface Verified {
  readonly checks: number;
  readonly points: number;
  readonly states: number;
  readonly lines: number;
  readonly trusted: ReadonlyMap<string, readonly number[]>;
}

/**
 * Checks a certificate.
 * @param rom the 65,536 words of the image
 * @param document JSON that may be anything
 * @returns what was found, or a failure, which is a Refusal with a path where a word is the reason
 */
export function verify(rom: Uint16Array, document: unknown): Result<Verified> {
  const values = new Values();
  const certificate = readCertificate(document, rom, values);
  if (isFailure(certificate)) return certificate;
  const words = timeWords(rom, certificate);
  if (isFailure(words)) return words;
  const contradiction = contradictionIn(certificate, words);
  if (contradiction !== undefined) return failure(contradiction);
  const { declarations, ramKib, handler } = certificate;
  const { checks } = declarations;
  const external = new Set(declarations.external);
  const used = usedOf(declarations.used);
  const trust = new Trust();
  /** The machine that watches some bytes, and keeps the values of those that nothing outside sets. */
  const machineOf = (watched: ReadonlySet<number>, unknown: ReadonlySet<number>): Machine =>
    new Machine({
      ...{ rom, values, ramKib, external, used, watched },
      known: new Set([...watched].filter((byte) => !external.has(byte) && !unknown.has(byte))),
      targets: new Map(declarations.targets.map(({ address, targets }) => [address, targets])),
      resumes: new Set(declarations.resumes),
      trust: (what, address) => trust.add(what, address),
    });
  const accounts = new Set(checks.map(({ account }) => account));
  const machine = machineOf(new Set([...certificate.bytes, ...(handler?.bytes ?? []), ...accounts]), accounts);
  const tools = { rom, certificate, values, used, trust };
  const paths = new Paths({ ...tools, machine, words, loops: new Loops(rom, certificate, trust) });
  const refusal = paths.verify();
  if (refusal !== undefined) return refusal;
  const zeroPage = Array.from({ length: PAGE_SIZE }, (_, byte) => byte);
  const inHandler = machineOf(new Set([...zeroPage, ...certificate.bytes]), new Set());
  const lines = handler && new Lines({ ...tools, handler, machine: inHandler, checks, lateness: paths.lateness });
  const wrong = lines?.verify();
  if (wrong !== undefined) return wrong;
  if (handler === undefined) trust.add('handler', 0);
  if (declarations.shape !== undefined) trust.add('shape', 0);
  for (const byte of external) trust.add('external', byte);
  const trusted = new Map([...trust.byKind].map(([kind, places]) => [kind, [...places].sort((a, b) => a - b)]));
  const { exact, points } = certificate;
  return { checks: exact.length, points: points.length, states: paths.states, lines: lines?.count ?? 0, trusted };
}

function usedOf(runs: readonly number[]): Uint8Array {
  const used = new Uint8Array(0x10000);
  for (let place = 0; place < runs.length; place += 2) used.fill(1, runs[place], (runs[place + 1] ?? 0) + 1);
  return used;
}

function contradictionIn({ declarations, exact, handler }: Certificate, { checks }: TimeWords): string | undefined {
  const heads = declarations.loops.map(({ head }) => head);
  if (new Set(heads).size !== heads.length) return 'two loops have the same head';
  if (declarations.loops.some(({ min, max }) => min > max)) return 'a loop runs at least more often than at most';
  if (exact.some((address) => !checks.has(address))) return 'what is claimed to be exact is no check';
  if (handler === undefined) return undefined;
  const accounts = new Set(declarations.checks.map(({ account }) => account));
  if (accounts.size !== 1) return 'a handler is claimed, and there is not one account';
  if (handler.bytes.some((byte) => accounts.has(byte))) return 'the account is no byte that lines keep';
  if (declarations.checks.some(({ form }) => form === 'sync')) return 'a handler with sync is not proven';
  return undefined;
}
