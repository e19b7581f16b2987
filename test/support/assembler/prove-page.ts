/** A small program in one page with a handler for every time check, and the timing proof on it. */
import { proveTiming } from '#proof';
import { timedProgram } from './timed-program.ts';

/** A main program at $0100, entered at `start`, with a trampoline and a handler that resumes. */
export function inPage(body: string): string {
  return `
        ld   >start,y
        jmp  y,<start
        nop
        .org $01f0
        .trampoline leave
leave:  st   [$21]
        ld   >handler,y
        jmp  y,<handler
        nop
        .org $0200
handler: ld  1
        st   [$22]
        ld   [$21]
        adda 5
        st   [$21]
        ld   [$22],y
        jmp  y,[$21]
        nop
        .org $0100
${body}`;
}

/** Proves a body at $0100; its first label must be `start`. */
export function prove(body: string) {
  const program = timedProgram(inPage(body));
  const report = proveTiming(program);
  return { program, ...report, verdicts: report.results.map((result) => result.verdict), first: report.results[0]! };
}
