/**
 * What the names of native functions promise: `SYS_Draw_48` takes at most 48 cycles. Programs give SYS that number, so
 * an exit that pays for more (`ld(-52/2)`) ends after the time that the interpreter has set aside.
 */
import type { ClaimedProgram, ClaimedWords } from './claimed-words.ts';
import { stepsAfter, type Step } from './flow.ts';

/** A payment of more than the name of the function says. */
interface BrokenLimit {
  /** ROM addresses of the words from the function's first to the one that pays. */
  readonly path: readonly number[];
  readonly message: string;
}

const LIMITED_NAME = /^SYS_\w*_(\d+)$/;
/** Most steps that are followed from one function. */
const MOST_STEPS = 5000;

export function brokenLimits({ rom, labels, reached }: ClaimedProgram, words: ClaimedWords): readonly BrokenLimit[] {
  const names = [...labels].flatMap(([address, all]) => all.map((name) => [address, name] as const));
  return names.flatMap(([address, name]) => {
    const limit = Number(LIMITED_NAME.exec(name)?.[1]);
    const start = reached.get(address);
    if (Number.isNaN(limit) || start === undefined) return [];
    return payments(rom, words, start)
      .filter(({ paid }) => paid > limit)
      .map(({ path, paid }) => ({
        path,
        message: `this pays for ${paid} cycles, and the name of ${name} promises ${limit}`,
      }));
  });
}

/** The payments that a function comes to, each once, and the path there. */
function payments(
  rom: Uint16Array,
  { paid, places }: ClaimedWords,
  start: Step,
): readonly { readonly paid: number; readonly path: readonly number[] }[] {
  const found: { readonly paid: number; readonly path: readonly number[] }[] = [];
  const seen = new Set<string>();
  const open: { readonly step: Step; readonly path: readonly number[] }[] = [{ step: start, path: [start.address] }];
  for (let way = open.pop(), left = MOST_STEPS; way !== undefined && left > 0; way = open.pop(), left--) {
    const { step, path } = way;
    const cycles = paid.get(step.address);
    if (cycles !== undefined) {
      found.push({ paid: cycles, path });
      continue;
    }
    for (const after of stepsAfter(rom, step)) {
      const key = `${after.address} ${after.next}`;
      if (!places.has(after.address) || seen.has(key)) continue;
      seen.add(key);
      open.push({ step: after, path: [...path, after.address] });
    }
  }
  return found;
}
