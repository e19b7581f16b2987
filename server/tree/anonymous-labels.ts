/**
 * Anonymous labels (`:`) and the expressions that lead to them (`:-`, `:++`). Which label is meant depends on the labels
 * in between, including those of macro calls, so the assembler is asked.
 */
import { contains, lineRange, type Assembly, type Expression, type Location, type Position } from '#assembler';
import { expressionParts } from './places.ts';

/** The anonymous label at a position, or the one that an expression there leads to, as the place of its colon. */
export function anonymousLabelAt(assembly: Assembly, path: string, position: Position): Location | undefined {
  const here = labelOn(assembly, path, position.line);
  if (here !== undefined && contains(here.range, position)) return here;
  const use = usesOn(assembly, path, position.line).find(
    ({ start, end }) => start <= position.character && position.character <= end,
  );
  const [target] = use === undefined ? [] : assembly.anonymousFrom(path, position.line, use.distance);
  return target === undefined ? undefined : labelOn(assembly, target.file, target.line);
}

/** The expressions in its file that lead to an anonymous label. */
export function anonymousUses(assembly: Assembly, { file, range }: Location): readonly Location[] {
  const lines = assembly.file(file)?.lines ?? [];
  return lines.flatMap((_, line) =>
    usesOn(assembly, file, line)
      .filter(({ distance }) =>
        assembly
          .anonymousFrom(file, line, distance)
          .some((target) => target.file === file && target.line === range.start.line),
      )
      .map(({ start, end }) => ({ file, range: lineRange(line, start, end) })),
  );
}

function labelOn(assembly: Assembly, file: string, line: number): Location | undefined {
  const label = assembly.file(file)?.lines[line]?.labels.find(({ text }) => text === '');
  return label === undefined ? undefined : { file, range: lineRange(line, label.start, label.end) };
}

function usesOn(
  assembly: Assembly,
  path: string,
  line: number,
): readonly (Expression & { readonly kind: 'anonymous' })[] {
  const parsed = assembly.file(path)?.lines[line];
  if (parsed?.statement === undefined || !parsed.text.includes(':')) return [];
  return expressionParts(parsed.statement).filter((part) => part.kind === 'anonymous');
}
