/** The Timing view as bars and texts: the present line, the lines of a frame's length, the time checks. */
import { grouped, hexWord } from '#basics';
import type { CycleKind, FrameMessage, LineUse } from '#debugger/protocol';

/** Kinds in the order of a line's bar, the first on the left. */
export const KINDS = ['pulse', 'handler', 'code', 'waiting'] as const satisfies readonly CycleKind[];

/** Pieces of a bar: each starts at a cycle of the line and is a number of cycles long. */
export function presentLine({ present, lineCycles }: FrameMessage) {
  const pieces: { readonly kind: CycleKind | 'left'; readonly from: number; readonly cycles: number }[] = [];
  let from = 0;
  for (const { kind, cycles } of present) {
    pieces.push({ kind, from, cycles });
    from += cycles;
  }
  if (from < lineCycles) pieces.push({ kind: 'left', from, cycles: lineCycles - from });
  return pieces;
}

/** Where the program is, and what is left of the line. */
export function presentText({ present, lineCycles, at }: FrameMessage): string {
  const gone = present.reduce((sum, { cycles }) => sum + cycles, 0);
  const left = lineCycles - gone;
  return `${at}: cycle ${gone} of the line, ${left >= 0 ? `${left} left` : `${-left} too many`}`;
}

/** SVG path data by kind: bars one unit high, one line below the other; `wrong` marks lines of the wrong length. */
export function frameBars({ lines, lineCycles }: FrameMessage): Readonly<Record<CycleKind | 'wrong', string>> {
  const paths = { pulse: '', handler: '', code: '', waiting: '', wrong: '' };
  for (const [row, line] of lines.entries()) {
    let from = 0;
    for (const kind of KINDS) {
      if (line[kind] > 0) paths[kind] += bar(from, row, line[kind]);
      from += line[kind];
    }
    if (line.cycles !== lineCycles) paths.wrong += bar(lineCycles + MARK_GAP, row, MARK_WIDTH);
  }
  return paths;
}

/** Units between the longest good bar and the mark of a wrong one, and its width. */
const MARK_GAP = 4;
export const MARK_WIDTH = 12;

function bar(x: number, y: number, width: number): string {
  return `M${x} ${y}h${width}v1h-${width}z`;
}

export function lineText(line: LineUse, row: number, lineCycles: number): string {
  const wrong = line.cycles === lineCycles ? '' : ` instead of ${lineCycles}`;
  const parts = KINDS.map((kind) => `${kind} ${line[kind]}`).join(', ');
  return `Line ${row} from cycle ${grouped(line.from)}: ${line.cycles} cycles${wrong}; ${parts}. ${line.path.join(' → ')}`;
}

export function wrongRows({ lines, lineCycles }: FrameMessage): readonly number[] {
  return lines.flatMap(({ cycles }, row) => (cycles === lineCycles ? [] : [row]));
}

/** What shares of all whole lines go to the video handler and to each kind of cycles. */
export function summary({ lines, handlerShare }: FrameMessage): string {
  const all = lines.reduce((sum, { cycles }) => sum + cycles, 0);
  if (all === 0) return 'No whole line yet.';
  const shares = KINDS.map((kind) => {
    const cycles = lines.reduce((sum, line) => sum + line[kind], 0);
    return `${kind} ${percent(cycles / all)}`;
  });
  return `${lines.length} lines, ${percent(handlerShare ?? 0)} in the video handler: ${shares.join(', ')}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}\u00a0%`;
}

export type CheckRow = ReturnType<typeof checkRows>[number];

/** The checks that were passed, the one with the least slack first; where each is written, if a source is known. */
export function checkRows({ checks }: FrameMessage) {
  return [...checks]
    .sort((one, other) => one.worst - other.worst || one.address - other.address)
    .map(({ address, charge, passes, left, worst, path, line }) => {
      const file = path?.split(/[\\/]/).at(-1);
      const place = file === undefined ? hexWord(address) : `${file}:${(line ?? 0) + 1}`;
      const cells = [place, String(charge), grouped(passes), grouped(left), String(worst)];
      return { key: String(address), cells, path, line };
    });
}
