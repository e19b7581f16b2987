/**
 * What directives have in common, where something depends on it.
 *
 * Whoever adds a directive looks through these rows.
 */
import { words } from '#basics';
import { DIRECTIVES } from './directives.ts';

/** @param rows names separated by spaces */
function are(...rows: readonly string[]): ReadonlySet<string> {
  return new Set(words(...rows));
}

const TIME_CHECKS = 'check sync shortcheck';

export const TRAITS = {
  timeChecks: are(TIME_CHECKS),
  /** Describe the video handler. */
  ofHandler: are('timing trampoline resume'),
  /** Put words of their own, at which the debug information names them. */
  puttingWords: are(TIME_CHECKS, 'charge refund wait word entry incbin romdata fill align'),
  /** Move the address, and so cannot be in a `.place` block. */
  movingAddress: are('org page align fill'),
  /** Only fit native code: they make words, or move or describe them. */
  native: are(
    TIME_CHECKS,
    'word org align page fill onepage place proc lookup trampoline exits charge refund charged wait',
    'targets resume enter loop intended break',
  ),
  /** Read the file that their text names. */
  readingFiles: are('include incbin romdata'),
  /** Blocks in which each byte of a file is a word that loads it. */
  takingBytes: are('lookup vcpu'),
  /** Blocks of words. */
  openingWords: are('proc lookup onepage place vcpu'),
  /** Assemble their block several times. */
  loops: are('repeat for'),
  /** Blocks whose lines their directive expands itself, or at another time. */
  expandingBlock: are('macro repeat for if test'),
  /** Blocks that have names for themselves. */
  namingInBlock: are('macro repeat for test'),
  /** Begin or end a routine, or a body with local names of its own. */
  separatingNames: are('proc endproc macro endmacro lookup endlookup'),
  /** Neither define names nor begin or end anything, nor say where words go. */
  plain: are(
    TIME_CHECKS,
    'word entry intended assert warn error lint break charge charged refund exact atmost wait',
    'targets resume enter trampoline after call case expect given run',
  ),
  /** Mean the same in a macro and in place of its call. */
  movable: are(
    TIME_CHECKS,
    'if elif else endif repeat endrepeat for endfor word entry intended assert break',
    'charge charged refund exact atmost wait targets resume enter loop',
  ),
  /** Close a block. */
  closing: new Set(Object.values(DIRECTIVES).flatMap(({ closedBy }) => closedBy ?? [])),
} satisfies Readonly<Record<string, ReadonlySet<string>>>;
