/** The verifier: does a certificate prove that the time checks of an image are exact, and that its handler is right? */
import { failure, isFailure, type Result } from '#basics';
import { hexWord, PAGE_SIZE, ROM_WORDS } from '#isa';
import { readCertificate, type Certificate } from './certificate.ts';
import { Lines } from './lines.ts';
import { Loops } from './loops.ts';
import { Machine } from './machine.ts';
import { Paths, type PathTools } from './paths.ts';
import { Refusal, Trust } from './refusal.ts';
import { timeWords, type TimeWords } from './time-words.ts';
import { Values } from './values.ts';

/** Ways to combine the counts of named loops; each would be a path of its own. */
const MOST_COUNTS = 1_000_000;

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
  const tools = prepare(rom, document);
  if (isFailure(tools)) return tools;
  const { certificate, trust } = tools;
  const paths = new Paths(tools);
  const refusal = paths.verify();
  if (refusal !== undefined) return refusal;
  const { declarations, handler, exact, points } = certificate;
  const { checks, shape, external } = declarations;
  const machine = new Machine(tools, new Set([...Array(PAGE_SIZE).keys(), ...certificate.bytes]));
  const lines = handler && new Lines({ ...tools, handler, machine, checks, lateness: paths.account.lateness });
  const wrong = lines?.verify();
  if (wrong !== undefined) return new Refusal(wrong.message, wrong.path, 'handler');
  if (handler === undefined) trust.add('handler', 0);
  if (shape !== undefined) trust.add('shape', 0);
  for (const byte of external) trust.add('external', byte);
  const trusted = new Map([...trust.byKind].map(([kind, places]) => [kind, [...places].sort((a, b) => a - b)]));
  return {
    checks: new Set(exact).size,
    points: points.length,
    states: paths.states,
    lines: lines?.count ?? 0,
    trusted,
  };
}

/** What makes declared loops impossible to follow. */
function faultOfLoops({ declarations: { loops }, points }: Certificate): string | undefined {
  if (loops.length === 0) return undefined;
  const named = loops.filter(({ count }) => count !== undefined);
  if (named.reduce((ways, { min, max }) => ways * (max - min + 1), 1) > MOST_COUNTS)
    return `the counts of loops can be combined in more than ${MOST_COUNTS} ways`;
  const inSlot = points.find(([address, next]) => next !== ((address + 1) & 0xffff));
  return inSlot && `the point at ${hexWord(inSlot[0])} is in a slot, where it would hide the turn of a loop`;
}

/** Reads a certificate, and prepares to follow its paths. */
export function prepare(rom: Uint16Array, document: unknown): Result<PathTools> {
  const values = new Values();
  const certificate = readCertificate(document, rom, values);
  if (isFailure(certificate)) return certificate;
  const words = timeWords(rom, certificate);
  if (isFailure(words)) return words;
  const contradiction = contradictionIn(certificate, words);
  if (contradiction !== undefined) return failure(contradiction);
  const fault = faultOfLoops(certificate);
  if (fault !== undefined) return failure(fault);
  const { declarations, handler, bytes } = certificate;
  const tools = { rom, certificate, values, used: usedOf(declarations.used), trust: new Trust() };
  const accounts = new Set(declarations.checks.map(({ account }) => account));
  const machine = new Machine(tools, new Set([...bytes, ...(handler?.bytes ?? []), ...accounts]), accounts);
  return { ...tools, words, machine, loops: new Loops(tools) };
}

function usedOf(runs: readonly number[]): Uint8Array {
  const used = new Uint8Array(ROM_WORDS);
  for (let place = 0; place < runs.length; place += 2) used.fill(1, runs[place], (runs[place + 1] ?? 0) + 1);
  return used;
}

function contradictionIn({ declarations, exact, handler }: Certificate, { checks }: TimeWords): string | undefined {
  const heads = declarations.loops.map(({ head }) => head);
  const jumps = declarations.targets.map(({ address }) => address);
  if (new Set(heads).size !== heads.length) return 'two loops have the same head';
  if (new Set(jumps).size !== jumps.length) return 'two declarations have the targets of one jump';
  if (declarations.loops.some(({ min, max }) => min > max)) return 'a loop runs at least more often than at most';
  if (exact.some((address) => !checks.has(address))) return 'what is claimed to be exact is no check';
  if (handler === undefined) return undefined;
  const accounts = new Set(declarations.checks.map(({ account }) => account));
  if (accounts.size !== 1) return 'a handler is claimed, and there is not one account';
  if (handler.bytes.some((byte) => accounts.has(byte))) return 'the account is no byte that lines keep';
  if (declarations.checks.some(({ form }) => form === 'sync')) return 'a handler with sync is not proven';
  return undefined;
}
