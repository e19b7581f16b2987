/** Edits of sources that aim at what the proof keeps: constants of the ALU, the ends of blocks, bytes of the zero page. */
import fc from 'fast-check';

/** An edit; where it is undone, the text before it comes again. */
export interface AimedEdit {
  readonly kind: 'constant' | 'end' | 'bytes';
  /** Which of the lines that it can change, modulo their number. */
  readonly at: number;
  readonly constant: number;
  readonly isUndone: boolean;
}

export const aimedEdits: fc.Arbitrary<readonly AimedEdit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('constant', 'end', 'bytes'),
    at: fc.nat(0xffff),
    constant: fc.constantFrom(0, 0, 1, 3, 128),
    isUndone: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Words that compute with a constant, which is between the groups. */
const COMPUTES = /^((?:\w+:)? *(?:ld|adda|suba|anda|ora|xora) +)(\d+|\$[0-9a-f]+)( *;.*|)$/;
/** A word without a label. */
const PLAIN_WORD = /^ *[a-z]+( |$)/;
/** What a block ends before. */
const NEXT_BLOCK = /^ *\.(org|page)\b|^mainEnd:/;
const BYTE = /^ *\.zp /;

/** The texts of a source after each edit, and after each one that is undone. */
export function editedTexts(source: string, edits: readonly AimedEdit[]): readonly string[] {
  let lines = source.split('\n');
  return edits.flatMap((edit) => {
    const before = lines;
    lines = changed(lines, edit);
    const texts = [lines, ...(edit.isUndone ? [before] : [])];
    if (edit.isUndone) lines = before;
    return texts.map((each) => each.join('\n'));
  });
}

function changed(lines: readonly string[], { kind, at, constant }: AimedEdit): string[] {
  const isPlace = (line: string, index: number): boolean => {
    if (kind === 'constant') return COMPUTES.test(line);
    if (kind === 'bytes') return BYTE.test(line);
    return PLAIN_WORD.test(line) && NEXT_BLOCK.test(lines[index + 1] ?? '.page');
  };
  const places = lines.flatMap((line, index) => (isPlace(line, index) ? [index] : []));
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return [...lines];
  if (kind === 'end') return lines.toSpliced(place, 1);
  if (kind === 'bytes') return lines.toSpliced(place, 0, `        .zp spare${at}`);
  return lines.with(place, (lines[place] ?? '').replace(COMPUTES, `$1${constant}$3`));
}
