/**
 * Reads debug information from a file, and refuses what does not belong to this debugger or image.
 *
 * The document may come from anywhere, so every part is checked before anything relies on it.
 */
import { isFailure } from '#basics';
import {
  DEBUG_INFO_FORMAT,
  DEBUG_INFO_VERSION,
  NO_DECLARATIONS,
  type DebugInfo,
  type DebugTiming,
  type SymbolKind,
} from '#assembler';
import { ROM_WORDS } from '#isa';
import {
  arrayOf,
  boolean,
  count,
  integer,
  object,
  oneOf,
  optional,
  recordOf,
  string,
  type Of,
  type Shape,
} from '../connection/shape.ts';
import { failures, type RequestFailure } from '../errors.ts';

const place = { source: count, line: count, column: count, endColumn: count };
const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, name) =>
    value === null ? null : shape(value, name);
const SYMBOL_KINDS: readonly SymbolKind[] = [
  'label',
  'local',
  'constant',
  'zero-page',
  'row',
  'column',
  'frame',
  'field',
  'macro',
];
const TIMING_KINDS: readonly DebugTiming['kind'][] = ['check', 'sync', 'exact', 'at-most'];
const VERDICTS: readonly DebugTiming['verdict'][] = ['exact', 'wrong', 'unproven'];

const DOCUMENT = object({
  imageHash: string,
  sources: arrayOf(object({ path: string, hash: string })),
  lines: arrayOf(
    object({
      ...place,
      address: count,
      expansion: optional(arrayOf(object({ ...place, name: string }))),
      pseudo: optional(string),
    }),
  ),
  symbols: arrayOf(object({ ...place, name: string, kind: oneOf(...SYMBOL_KINDS), value: integer })),
  routines: arrayOf(object({ name: string, start: count, end: count, returnCell: nullable(count), header: string })),
  tables: arrayOf(
    object({
      ...place,
      name: string,
      layout: oneOf('zero-page', 'row', 'column', 'field'),
      address: count,
      stride: count,
      size: count,
      first: integer,
      last: integer,
      index: string,
      element: string,
      attributes: recordOf(string),
    }),
  ),
  squares: nullable(object({ a1: integer, fileStep: integer, rankStep: integer })),
  sets: arrayOf(object({ name: string, bits: arrayOf(string) })),
  pieces: nullable(
    object({
      empty: count,
      guard: count,
      blackBit: count,
      kinds: arrayOf(object({ piece: count, kind: string, note: string })),
    }),
  ),
  timing: arrayOf(
    object({
      kind: oneOf(...TIMING_KINDS),
      address: count,
      cycles: integer,
      verdict: oneOf(...VERDICTS),
      detail: string,
    }),
  ),
  handler: optional(nullable(object({ verdict: oneOf('proven', 'wrong', 'assumed'), address: count, detail: string }))),
  declarations: optional(
    object({
      account: nullable(count),
      line: nullable(count),
      checks: arrayOf(object({ address: count, form: oneOf('check', 'sync'), cycles: integer })),
      jumps: arrayOf(object({ address: count, targets: arrayOf(count), resumes: boolean })),
      loops: arrayOf(
        object({ head: count, last: count, backs: arrayOf(count), min: count, max: count, count: nullable(string) }),
      ),
      charges: arrayOf(object({ address: count, cycles: integer, factor: integer, count: nullable(string) })),
    }),
  ),
});

/** Reads the text of a debug-information file. @param path as the user knows it, for messages */
export function readDebugInfo(path: string, text: string): DebugInfo | RequestFailure {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failures.debugInfoNoJson(path);
  }
  if (typeof json !== 'object' || json === null) return failures.debugInfoFormat(path);
  const { format, version } = json as Readonly<Record<string, unknown>>;
  if (format !== DEBUG_INFO_FORMAT) return failures.debugInfoFormat(path);
  if (version !== DEBUG_INFO_VERSION) {
    return failures.debugInfoVersion(
      path,
      typeof version === 'number' ? String(version) : 'unknown',
      DEBUG_INFO_VERSION,
    );
  }
  const checked = DOCUMENT(json, '');
  if (isFailure(checked)) return failures.debugInfoMalformed(path, checked.message);
  const wrong = wrongReference(checked);
  if (wrong !== undefined) return failures.debugInfoMalformed(path, wrong);
  // Optional parts that are not there are left out, as the type of the document has it.
  const lines = checked.lines.map(({ expansion, pseudo, ...line }) => ({
    ...line,
    ...(expansion === undefined ? {} : { expansion }),
    ...(pseudo === undefined ? {} : { pseudo }),
  }));
  const { handler = null, declarations = NO_DECLARATIONS } = checked;
  return { ...checked, lines, handler, declarations, format: DEBUG_INFO_FORMAT, version: DEBUG_INFO_VERSION };
}

/** What points to a source or a word that does not exist; a clause, or undefined where all is well. */
function wrongReference({ sources, lines, symbols, declarations }: Of<typeof DOCUMENT>): string | undefined {
  const places = [...lines, ...lines.flatMap(({ expansion }) => expansion ?? []), ...symbols];
  if (places.some(({ source }) => source >= sources.length)) return 'a place names a source that is not listed';
  if (lines.some(({ address }) => address >= ROM_WORDS)) return 'a line names an address after the end of ROM';
  const { checks = [], jumps = [], loops = [], charges = [] } = declarations ?? {};
  const declared = [...checks, ...jumps, ...charges].map(({ address }) => address);
  if ([...declared, ...loops.map(({ last }) => last)].some((address) => address >= ROM_WORDS)) {
    return 'a declaration names an address after the end of ROM';
  }
  return undefined;
}
