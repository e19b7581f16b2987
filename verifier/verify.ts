/** The verifier: does a certificate prove that the time checks of an image are exact, and that its handler is right? */
import { failure, isFailure, type Result } from '#basics';
import { PAGE_SIZE, ROM_WORDS } from '#isa';
import { readCertificate, type Certificate } from './certificate.ts';
import { Lines, MOST_WORK_OF_LINES } from './lines.ts';
import { isBefore, Loops } from './loops.ts';
import { Machine } from './machine.ts';
import { MOST_WORK_OF_PATHS, Paths, type PathTools } from './paths.ts';
import { Refusal, Trust } from './refusal.ts';
import { wordAfter } from './state.ts';
import { timeWords, type TimeWords } from './time-words.ts';
import { Values } from './values.ts';
import { Work } from './work.ts';

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
  tools.work.most += MOST_WORK_OF_LINES;
  const machine = new Machine(tools, new Set([...Array(PAGE_SIZE).keys(), ...certificate.bytes]));
  const lines = handler && new Lines({ ...tools, handler, machine, checks, lateness: paths.account.lateness });
  const wrong = lines?.verify();
  if (wrong !== undefined) return new Refusal(wrong.message, wrong.path, 'handler');
  for (const { address, form, trampoline } of checks) {
    if (handler === undefined) trust.add('handler', trampoline);
    if (form === 'sync') trust.add('sync', address);
  }
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

/** Reads a certificate, and prepares to follow its paths. @param work what has been done, and the most that may be */
export function prepare(rom: Uint16Array, document: unknown, work = new Work(MOST_WORK_OF_PATHS)): Result<PathTools> {
  const values = new Values(work);
  const certificate = readCertificate(document, rom, values);
  if (isFailure(certificate)) return certificate;
  const words = timeWords(rom, certificate);
  if (isFailure(words)) return words;
  const contradiction = contradictionIn(rom, certificate, words);
  if (contradiction !== undefined) return failure(contradiction);
  const { declarations, handler, bytes } = certificate;
  const tools = { rom, certificate, values, used: usedOf(declarations.used), trust: new Trust(), work };
  const accounts = new Set(declarations.checks.map(({ account }) => account));
  const machine = new Machine(tools, new Set([...bytes, ...(handler?.bytes ?? []), ...accounts]), accounts);
  return { ...tools, words, machine, loops: new Loops(tools) };
}

function usedOf(runs: readonly number[]): Uint8Array {
  const used = new Uint8Array(ROM_WORDS);
  for (let place = 0; place < runs.length; place += 2) used.fill(1, runs[place], (runs[place + 1] ?? 0) + 1);
  return used;
}

/** Why a certificate cannot be followed. */
function contradictionIn(
  rom: Uint16Array,
  { bytes, declarations, exact, handler, handlerStores, points }: Certificate,
  { checks }: TimeWords,
) {
  const { loops, targets } = declarations;
  const isRepeated = (all: readonly number[]): boolean => new Set(all).size !== all.length;
  const tracked = new Set(bytes);
  const named = ([, , known]: Certificate['points'][number]): readonly number[] => [
    ...(known.bytes ?? []).map(([byte]) => byte),
    ...(known.pairs ?? []).flatMap(([page, low]) => [page, low]),
  ];
  const inSlot = points.find(([address, next]) => next !== wordAfter(address));
  const [account, ...others] = new Set(declarations.checks.map((check) => check.account));
  const faults: readonly (readonly [boolean, string])[] = [
    [isRepeated(loops.map(({ head }) => head)), 'two loops have the same head'],
    [isRepeated(targets.map(({ address }) => address)), 'two declarations have the targets of one jump'],
    [loops.some(({ min, max }) => min > max), 'a loop runs at least more often than at most'],
    [
      loops.some(({ head, entries }) => entries.some((address) => !isBefore(rom, address, head))),
      'what enters a loop is no branch before its head',
    ],
    [loops.length > 0 && inSlot !== undefined, `a point is in a slot, where it would hide the turn of a loop`],
    [exact.some((address) => !checks.has(address)), 'what is claimed to be exact is no check'],
    [others.length > 0, 'there are several accounts'],
    // What the handler does to other bytes is not compared.
    [
      points.some((point) => named(point).some((byte) => !tracked.has(byte))),
      'a point tells of a byte that is not tracked',
    ],
    [handlerStores.some(([byte]) => !tracked.has(byte)), 'the handler is said to store to a byte that is not tracked'],
  ];
  const ofHandler: typeof faults =
    handler === undefined
      ? []
      : [
          [account === undefined, 'a handler is claimed, and there is no check'],
          [handler.bytes.some((byte) => byte === account), 'the account is no byte that lines keep'],
          [declarations.checks.some(({ form }) => form === 'sync'), 'a handler with sync is not proven'],
          [handler.lines.some(([, , held]) => held.length !== handler.bytes.length), 'a line has no set for each byte'],
        ];
  return [...faults, ...ofHandler].find(([is]) => is)?.[1];
}
