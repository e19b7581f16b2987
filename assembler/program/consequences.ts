/**
 * Findings that only follow from others. A line that cannot be read, or a file that is missing, leaves names unknown and
 * code in other places; to tell that, too, would bury the cause.
 */
import type { Diagnostic } from '../contract/diagnostic.ts';

/** A cause, and the codes of what follows from it. */
interface Rule {
  readonly isCause: (finding: Diagnostic) => boolean;
  readonly codes: readonly string[];
  readonly follows: (finding: Diagnostic, cause: Diagnostic) => boolean;
}

/** Whether a directive was probably meant that begins like this: a quick fix writes it. */
const isMeant = ({ fixes = [] }: Diagnostic, directive: string): boolean =>
  fixes.some(({ edits }) => edits.some(({ newText }) => newText.startsWith(directive)));

const isBelow = (finding: Diagnostic, cause: Diagnostic): boolean =>
  finding.file === cause.file && finding.range.start.line > cause.range.start.line;

const RULES: readonly Rule[] = [
  {
    // What a missing file defines is not known.
    isCause: (finding) => finding.code === 'GT0701' || isMeant(finding, '.include'),
    codes: ['GT0201', 'GT0301'],
    follows: (finding) => !isMeant(finding, '.include'),
  },
  {
    // A directive that was not read has not begun a page.
    isCause: (finding) => finding.code === 'GT0106' || (finding.code === 'GT0301' && isMeant(finding, '.')),
    codes: ['GT0304', 'GT0802', 'GT0804'],
    follows: isBelow,
  },
  // An unknown word may be the label that the local ones below it belong to.
  { isCause: ({ code }) => code === 'GT0301', codes: ['GT0209'], follows: isBelow },
  {
    // What is after an unknown word is read as if it were an instruction's operands.
    isCause: ({ code }) => code === 'GT0301',
    codes: ['GT0103', 'GT0104', 'GT0105'],
    follows: ({ file, range }, cause) => file === cause.file && range.start.line === cause.range.start.line,
  },
];

/** The findings without those that follow from others. */
export function withoutConsequences(findings: readonly Diagnostic[]): Diagnostic[] {
  const active = RULES.map((rule) => ({ ...rule, causes: findings.filter(rule.isCause) }));
  return findings.filter(
    (finding) =>
      !active.some(
        ({ codes, causes, follows }) => codes.includes(finding.code) && causes.some((cause) => follows(finding, cause)),
      ),
  );
}
