/**
 * Colour swatches: `rgb(r, g, b)` with numbers, and a number that goes to OUT.
 *
 * A colour has two bits each of red, green and blue (OUT bits 5..0, red lowest), so each is 0, 85, 170 or 255 of
 * 255.
 */
import { lineRange, type Expression, type Span, type Statement } from '#assembler';
import { decode, encode, hexByte } from '#isa';
import { type Color, type ColorInformation, type ColorPresentation, type Range } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { expressionParts } from '../tree/places.ts';

/** Highest value of red, green or blue. */
const MOST = 3;
/** OUT bits that are not the colour: the sync pulses. */
const SYNC = 0xc0;

export function documentColours({ file }: View): ColorInformation[] {
  return file.lines.flatMap(({ statement, text }, line) => {
    if (statement === undefined || !/rgb|out/i.test(text)) return [];
    return coloursOf(statement, text).map(({ start, end, colour }) => {
      const part = (shift: number): number => ((colour >> shift) & MOST) / MOST;
      return { range: lineRange(line, start, end), color: { red: part(0), green: part(2), blue: part(4), alpha: 1 } };
    });
  });
}

/** How a colour is written in place of another: as `rgb()`, or as a number that keeps the sync bits. */
export function colourPresentations({ file }: View, color: Color, { start, end }: Range): ColorPresentation[] {
  const written = file.lines[start.line]?.text.slice(start.character, end.character) ?? '';
  const part = (value: number): number => Math.round(value * MOST);
  const [red, green, blue] = [part(color.red), part(color.green), part(color.blue)] as const;
  if (written.startsWith('$')) {
    const sync = Number.parseInt(written.slice(1), 16) & SYNC;
    return [{ label: hexByte(sync | red | (green << 2) | (blue << 4)) }];
  }
  return [{ label: `rgb(${red}, ${green}, ${blue})` }];
}

/** A colour that is written somewhere, bits 5..0. */
interface Written extends Span {
  readonly colour: number;
}

function coloursOf(statement: Statement, text: string): Written[] {
  const calls = expressionParts(statement).flatMap((part) => rgbOf(part) ?? []);
  if (statement.kind !== 'instruction' || statement.form?.value?.kind !== 'number') return calls;
  const { opcode, value } = statement.form;
  const { operation, target } = decode(encode(opcode, 0)).opcode;
  const { start, end } = value;
  const isColour = operation === 'ld' && target === 'out' && text[start] === '$' && (value.value & SYNC) === SYNC;
  return isColour ? [...calls, { start, end, colour: value.value & ~SYNC }] : calls;
}

function rgbOf(expression: Expression): Written | undefined {
  if (expression.kind !== 'call' || expression.name.text.toLowerCase() !== 'rgb') return undefined;
  const parts = expression.arguments.map((part) => (part.kind === 'number' ? part.value : NaN));
  const [red = NaN, green = NaN, blue = NaN] = parts;
  if (parts.length !== 3 || !parts.every((part) => part >= 0 && part <= MOST)) return undefined;
  return { start: expression.name.start, end: expression.end, colour: red | (green << 2) | (blue << 4) };
}
