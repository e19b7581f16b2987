/** Breakpoints that are written in the source (`.break`): the filter on top of the table of breakpoints. */
import { elementAt } from '#basics';
import type { DebugBreak } from '#assembler';
import type { Program } from '../program/program.ts';
import type { BreakpointTable } from './breakpoint-table.ts';

/** The filter, as the client offers it to the user. */
export const WRITTEN_FILTER = {
  filter: 'written',
  label: 'Breakpoint in the source',
  description: 'Stops at .break.',
  default: true,
} as const;

export class WrittenBreakpoints {
  private on = false;

  constructor(
    private readonly program: Program,
    private readonly table: BreakpointTable,
  ) {}

  /** Whether the program stops at them. */
  set(on: boolean): void {
    if (on === this.on) return;
    this.on = on;
    const written = on ? (this.program.info.breaks ?? []) : [];
    this.table.replaceWritten(
      written.map((each) => ({ location: { kind: 'written', ...each, text: this.text(each) } })),
    );
  }

  /** Takes over what the user asked for in another program's run. */
  adopt(other: WrittenBreakpoints): void {
    this.set(other.on);
  }

  /** `main.gtasm:12: .break count > 3`. */
  private text({ source, line, condition }: DebugBreak): string {
    const { path } = elementAt(this.program.info.sources, source);
    return `${path}:${line + 1}: .break ${condition}`.trimEnd();
  }
}
