/** The state of the proof in a few figures, for the language's entry in the status bar. */
import type { Assembly } from '#assembler';
import type { ProofState } from './protocol.ts';

export const NOTHING_PROVEN: ProofState = {
  isProving: false,
  isPrevented: false,
  exact: 0,
  wrong: 0,
  unproven: 0,
  handler: null,
};

/** The worst verdict on a handler first. */
const HANDLERS = ['wrong', 'assumed', 'proven'] as const;

/** The verdicts of proven programs, taken together. */
export function proofState(assemblies: readonly Pick<Assembly, 'timing' | 'handler' | 'hasErrors'>[]): ProofState {
  const verdicts = assemblies.flatMap(({ timing }) => timing.map(({ verdict }) => verdict));
  const count = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length;
  const [exact, wrong] = [count('exact'), count('wrong')];
  const handler = HANDLERS.find((verdict) => assemblies.some((assembly) => assembly.handler?.verdict === verdict));
  const isPrevented = assemblies.some(({ timing, hasErrors }) => hasErrors && timing.length === 0);
  return {
    isProving: false,
    isPrevented,
    exact,
    wrong,
    unproven: verdicts.length - exact - wrong,
    handler: handler ?? null,
  };
}
