/**
 * What a routine costs and changes, found by following it from its first word to its return.
 *
 * The caller's return address comes in AC, as is the convention, and is a value of its own; the jump that reads it back
 * is the return, and so is one by which the handler resumes a check. Time checks on the way count for their own words;
 * time in the handler does not belong to the routine. Stores through X and Y are not attributed to bytes.
 */
import { AC, hexWord, opcodeOfWord, OUT, registersWritten, X, Y } from '#isa';
import { registersIn } from './check-proof.ts';
import type { Found } from './kept/answers.ts';
import type { PathContext, ProofContext } from './kept/context.ts';
import { countRange } from './paths/costs.ts';
import { LIMITS } from './contract/limits.ts';
import type { PathGraph } from './paths/path-graph.ts';
import { followPaths } from './paths/paths.ts';
import { possibleReads } from './paths/possible-paths.ts';
import type { ProgramView } from './kept/program-view.ts';
import type { Routine } from './contract/program.ts';
import type { RoutineFacts } from './contract/report.ts';
import { ANY } from './values/values.ts';

/** Follows one routine with everything that it calls. A context follows each routine only once. */
export function findRoutineFacts(context: ProofContext, routine: Routine): RoutineFacts {
  const { name, start } = routine;
  let facts = context.facts.get(start);
  if (facts === undefined) context.facts.set(start, (facts = askForFacts(context, routine)));
  return facts.name === name ? facts : { ...facts, name };
}

function askForFacts(context: ProofContext, routine: Routine): RoutineFacts {
  const { routineBudget, routines, view } = context;
  if (routineBudget.left <= 0) return unknownFacts(routine);
  const question = `${routine.start}`;
  const { value, states } = routines.ask(view, question, LIMITS.routine, () => followRoutine(context, routine));
  routineBudget.left -= states;
  return value;
}

function followRoutine(context: PathContext, { name, start }: Routine): Found<RoutineFacts> {
  const { view, values } = context;
  const { plan, lostOutside } = view.overall;
  const graph = followPaths(context, {
    address: start,
    next: (start + 1) & 0xffff,
    known: {
      ac: values.caller,
      y: ANY,
      ...((lostOutside.length === 0 ? view.cellsAt(start) : undefined) ?? {
        cells: plan.cells.map(() => ANY),
        pairs: 0,
      }),
    },
    lost: AC | X | Y,
    atCheck: 'pass',
    guardAccount: false,
    around: view.aroundRoutines,
    most: LIMITS.routine,
  });
  const fault = graph.nodes.find(({ end }) => end?.kind === 'fault')?.end;
  const facts = {
    name,
    start,
    // Counting takes longest, and means nothing if paths are missing.
    ...(fault?.kind === 'fault' ? { cycles: null, reason: fault.message } : cyclesOf(graph)),
    inputs: inputsOf(view, graph),
    isWhole: fault === undefined,
    ...changes(view, graph),
  };
  return { value: facts, states: graph.nodes.length };
}

function cyclesOf(graph: PathGraph): Pick<RoutineFacts, 'cycles' | 'reason'> {
  const { range, loops } = countRange(graph, 'return');
  const [loop] = loops;
  if (loop !== undefined)
    return { cycles: null, reason: `The loop through ${hexWord(loop.address)} has no known count` };
  const reason = range === null ? 'No path comes to a return through the address that came in AC' : '';
  return { cycles: range, reason };
}

/** The facts once the budget for routines is spent. */
function unknownFacts({ name, start }: Routine): RoutineFacts {
  const reason = 'The program has too many routines to follow them all';
  return { name, start, cycles: null, inputs: [], isWhole: false, reason, registers: [], zeroPage: [], checks: false };
}

/** Words that are executed to find the inputs of a routine; most are found within a few dozen. */
const MOST_STEPS_TO_INPUTS = 300;

/** Registers "lost" at the first word are those of the caller: a read of one is an input. */
function inputsOf(view: ProgramView, graph: PathGraph): RoutineFacts['inputs'] {
  return registersIn(possibleReads(view, graph, MOST_STEPS_TO_INPUTS).reduce((all, read) => all | read.mask, 0));
}

function changes(view: ProgramView, graph: PathGraph): Pick<RoutineFacts, 'registers' | 'zeroPage' | 'checks'> {
  let mask = 0;
  let checks = false;
  const zeroPage = new Set<number>();
  for (const { address, end } of graph.nodes) {
    if (end !== undefined) continue;
    const word = view.word(address);
    const opcode = opcodeOfWord(word);
    mask |= registersWritten(word);
    checks ||= view.check(address) !== undefined;
    if (opcode.writesRam && opcode.address === 'd') zeroPage.add(word & 0xff);
  }
  if (checks) mask |= AC | X | Y;
  const registers = [...registersIn(mask), ...(mask & OUT ? (['OUT'] as const) : [])];
  return { registers, zeroPage: [...zeroPage].sort((a, b) => a - b), checks };
}
