/** The cases of video handlers in test/timing/cases: its README says how they are written. */
import type { Assembly } from '#assembler';
import { isFailure } from '#basics';
import { certify } from '#certifier';
import { createMachine } from '#emulator';
import { verify } from '#verifier';
import { assembleText, codes, faultsIn, valueOf } from '../assembler/assembled-text.ts';
import { matches, type CaseFolder } from '../cases.ts';
import { observedCertificate } from '../verifier/observed-handler.ts';
import { HANDLER, MAIN, SMALL_HANDLER } from './small-handler.ts';

/** Lines of a file of cases, each with its number from 1. */
type Lines = readonly (readonly [number: number, text: string])[];

interface HandlerCase {
  readonly title: string;
  readonly isSmall: boolean;
  /** Those of the whole file, and then its own. */
  readonly lines: Lines;
}

function readCases(text: string): HandlerCase[] {
  const lines = text.split('\n').map((line, index) => [index + 1, line] as const);
  const starts = lines.flatMap(([, line], at) => (line.startsWith('== ') ? [at] : []));
  const shared = lines.slice(0, starts[0]).filter(([, line]) => !line.startsWith('#'));
  return starts.map((start, index) => ({
    title: lines[start]![1].slice(3),
    isSmall: shared.some(([, line]) => line === 'sample small'),
    lines: [...shared, ...lines.slice(start + 1, starts[index + 1])],
  }));
}

export const HANDLER_CASES: CaseFolder<HandlerCase> = { path: 'test/timing/cases', extension: '.txt', read: readCases };

/** The handler and the program of a case. */
interface Sources {
  readonly handler: string;
  readonly main: string;
}

const withoutBlank = (text: string): string => text.replace(/\n(?=\n)/g, '');

/** @returns what is wrong with a change, if anything is */
function sourcesOf({ isSmall, lines }: HandlerCase): Sources | string {
  /** Between the handler and the program. */
  const END = '\n; end of the handler\n';
  let text = withoutBlank(`\n${isSmall ? SMALL_HANDLER : HANDLER}${END}${MAIN}`);
  for (let at = 0; at < lines.length; at++) {
    const [number, line] = lines[at]!;
    /** The lines below it, up to the first that ends them. */
    const below = (ends: RegExp): string[] => {
      const more = lines.slice(at + 1).map(([, each]) => each);
      const end = more.findIndex((each) => ends.test(each));
      return more.slice(0, end < 0 ? undefined : end);
    };
    if (line === 'program') {
      const program = below(/^(@@|> |$)/);
      at += program.length;
      text = `${text.slice(0, text.indexOf(END))}${END}${program.join('\n')}\n`;
    } else if (line === '@@') {
      const hunk = below(/^(?![ +-])/);
      at += hunk.length;
      const side = (mark: string): string =>
        ['', ...hunk.flatMap((each) => (each.startsWith(mark) ? [] : [each.slice(1)])), ''].join('\n');
      const parts = text.split(side('+'));
      if (parts.length !== 2) return `${number}: its lines are in ${parts.length - 1} places`;
      text = parts.join(side('-'));
    } else if (!/^(|#.*|sample (small|full)|> \w+: .*)$/.test(line)) {
      return `${number}: nothing is meant by this line`;
    }
  }
  const [handler = '', main = ''] = text.split(END);
  return { handler, main };
}

/** What is asked of a case. */
interface Tried {
  /** With its proof; unchecked without it. */
  readonly assembly: Assembly;
  readonly unchecked: Assembly;
  readonly isSmall: boolean;
}

export const ANSWERS: Readonly<Record<string, (tried: Tried) => string>> = {
  verdict: ({ assembly }) => assembly.handler?.verdict ?? 'none',
  detail: ({ assembly }) => assembly.handler?.detail ?? 'none',
  times: ({ assembly }) => assembly.timing.map(({ verdict }) => verdict).join(' '),
  findings: ({ assembly }) => assembly.diagnostics.map(({ code }) => code).join(' ') || 'none',
  messages: ({ assembly }) => assembly.diagnostics.map(({ message }) => message).join('\n'),
  monitor: ({ assembly, isSmall }) =>
    (isSmall ? badLinesOf(assembly) : faultsIn(assembly, 700_000)) > 0 ? 'faults' : 'nothing',
  certificate({ assembly }) {
    const result = certify(assembly.timingClaims()!);
    return isFailure(result) ? result.message : 'accepted';
  },
  verifier({ unchecked }) {
    const result = verify(unchecked.image, JSON.parse(JSON.stringify(smallCertificate(unchecked))));
    return isFailure(result) ? result.message : 'accepted';
  },
};

/** The most bad lines for the monitor over runs with different RAM at power-on; its frames would be larger. */
function badLinesOf({ image }: Assembly): number {
  const counts = [1, 2].map((seed) => {
    const machine = createMachine(image, { seed, core: 'reference' });
    machine.run(120_000);
    return machine.monitor.badLines;
  });
  return Math.max(...counts);
}

/** A certificate of the small sample, with the lines that a run shows. */
export function smallCertificate(assembly: Assembly): ReturnType<typeof observedCertificate> {
  const bytes = ['syncLow', 'syncHigh', 'lines', 'partEnd'].map((name) => valueOf(assembly, name));
  const certificate = observedCertificate(assembly, { bytes, wayIn: 14, mostLeft: 121, vSyncAt: 0, cycles: 20_000 });
  certificate.declarations.shape = { line: 200, hSync: 24, lines: 40, vSync: 8 };
  return certificate;
}

/** What does not hold although a case says so, each with its line. */
export function handlerDifferences(tried: HandlerCase): string[] {
  const sources = sourcesOf(tried);
  if (typeof sources === 'string') return [sources];
  const others = { 'handler.gtasm': sources.handler };
  const unchecked = assembleText(sources.main, { others, check: false });
  const wrong = codes(unchecked);
  if (wrong.length > 0) return [`${tried.lines.at(-1)![0]}: it has errors: ${wrong.join(', ')}`];
  const asked = {
    unchecked,
    isSmall: tried.isSmall,
    get assembly() {
      return unchecked.checked();
    },
  };
  return tried.lines.flatMap(([number, line]) => {
    const [, name = '', not, wanted = ''] = /^> (\w+): (not )?(.*)$/.exec(line) ?? [];
    if (name === '') return [];
    const answer = ANSWERS[name]?.(asked) ?? 'nothing that can be asked';
    return matches(answer, wanted) === (not === undefined) ? [] : [`${number}: ${name} is ${answer}`];
  });
}
