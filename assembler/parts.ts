/**
 * The parts of a program that the phases leave, on loan: the next assembly takes over the objects of those chunks of
 * lines that did not change, and renumbers them in place, which is several times faster than making them.
 */
import { Memory } from './expansion/memory.ts';
import type { TestProgram } from './contract/tests.ts';
import type { Program } from './program/program.ts';
import type { TimingInput } from './checks/timing-program.ts';

/** What the phases leave. */
export interface Built {
  readonly program: Program;
  readonly tests: TestProgram;
  /** The program as the proof reads it, made on request. */
  readonly input: () => TimingInput;
  /** For the next expansion. */
  readonly memory: Memory;
}

/** The parts of one assembly. Once they are taken, they are made again when something is asked of them. */
export class Parts {
  private built: Built | undefined;

  /** @param build makes the parts, always the same ones */
  constructor(
    private readonly build: (memory: Memory) => Built,
    memory: Memory,
  ) {
    this.built = build(memory);
  }

  /** The parts now. Another assembly may take them after any wait, so do not keep them. */
  get now(): Built {
    return (this.built ??= this.build(new Memory()));
  }

  /** Gives the parts away. */
  take(): Memory {
    const memory = this.built?.memory ?? new Memory();
    this.built = undefined;
    return memory;
  }
}
