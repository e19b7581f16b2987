/** What the handler is followed with, besides its words. */
import { IS_FIXED_BRANCH, resumeAddress, ROM_WORDS } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { TimeWords } from '../words/time-words.ts';
import { HandlerValues } from './values.ts';
import { ZeroPages } from './zero-page.ts';

export interface Tools {
  readonly program: TimingProgram;
  readonly values: HandlerValues;
  readonly pages: ZeroPages;
  /** Declared targets by the address of the jump. */
  readonly targets: ReadonlyMap<number, readonly number[]>;
  /** Jumps that resume the check, as the source says. */
  readonly resumes: ReadonlySet<number>;
  /** The pages of checks. */
  readonly checkPages: ReadonlySet<number>;
  /** The page of all checks, if they are in one page. */
  readonly onlyPage: number | undefined;
  /** The words after checks. */
  readonly afterChecks: ReadonlySet<number>;
  /** Those to which a jump goes whose targets are constants; grows. */
  readonly goneBackTo: Set<number>;
  readonly hasShort: boolean;
  /** 1 for words to which a near branch goes, where paths can meet; computed jumps add their targets. */
  readonly joins: Uint8Array;
}

export function toolsFor(program: TimingProgram, timeWords: TimeWords): Tools {
  const targets = new Map(program.targets.map(({ address, targets }) => [address, targets]));
  const resumes = new Set(program.resumes ?? []);
  for (const each of program.targets) if (each.targets.length === 0) resumes.add(each.address);
  const joins = branchTargets(program, timeWords);
  const checkPages = new Set(program.checks.map(({ address }) => address >> 8));
  const onlyPage = checkPages.size === 1 ? [...checkPages][0] : undefined;
  return {
    program,
    values: new HandlerValues(),
    pages: new ZeroPages(),
    targets,
    resumes,
    checkPages,
    onlyPage,
    afterChecks: new Set(program.checks.map(resumeAddress)),
    goneBackTo: new Set(),
    hasShort: program.checks.some(({ form }) => form === 'short'),
    joins,
  };
}

/** 1 for each address that a near branch with a constant can go to, whether it is in a delay slot or not. */
function branchTargets({ words }: TimingProgram, { addresses }: TimeWords): Uint8Array {
  const targets = new Uint8Array(ROM_WORDS);
  for (const address of addresses) {
    const word = words[address] ?? 0;
    if (IS_FIXED_BRANCH[word >> 8] === 0) continue;
    targets[(address & 0xff00) | (word & 0xff)] = 1;
    targets[((address + 1) & 0xff00) | (word & 0xff)] = 1;
  }
  return targets;
}
