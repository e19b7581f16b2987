/**
 * A small program on disk for the debugger's tests, and its lines by name.
 *
 * A comment `@name` marks a line. Calls, a nested call, a macro that is used twice, an included file, a
 * time check with its handler, a board and a list.
 */
import { join } from 'node:path';
import { SourceFolder } from '../source-folder.ts';

const MAIN = `; Sample of the debugger's tests.
        .squares a1=29 file=1 rank=10
        .pieces empty=0 guard=$80 black=1
        .kind $14..$18, queen
        .zp counter
        .zp back
        .zp cursor element=square role=cursor
        .column board, 29..106 at $20 index=square element=piece
        .row list, 0..7 at $0200

.macro double cell
        ld   [cell]             ; @macro1
        adda [cell]             ; @macro2
        st   [cell]             ; @macro3
.endmacro

.macro call routine
        bra  routine            ; @callText
        ld   .back              ; @callTextSlot
.back:
.endmacro

start:  ld   1                  ; @start
        st   [counter]          ; @init
loop:   bra  bump               ; @call
        ld   afterBump          ; @slot
afterBump:
        double counter          ; @expand
        nop                     ; @between
        double counter          ; @expandAgain
        call other              ; @callOther
        ld   $14                ; @queen
        ld   57,y               ; @square
        st   [y,board]          ; @place
        bra  loop               ; @jump
        nop                     ; @jumpSlot

; Adds 1 to the counter.
.proc bump
        st   [back]             ; @bump
        ld   [counter]          ; @bumpLoad
        adda 1                  ; @bumpAdd
        st   [counter]          ; @bumpStore
        bra  [back]             ; @return
        nop                     ; @returnSlot
.endproc

        .include "lib/other.gtasm"
`;

const OTHER = `; Calls on.
        .zp back2

.proc other
        st   [back2]            ; @other
        bra  bump               ; @nestedCall
        ld   inner              ; @nestedSlot
inner:  bra  [back2]            ; @otherReturn
        nop                     ; @otherReturnSlot
.endproc
`;

const CHECKED = `; A loop with a time check: a line of 40 cycles, then the handler.
        .zp account
        .zp resume
        .timing account=account
        .trampoline leave

start:  ld   20                 ; @start
        st   [account]          ; @charge
loop:   .check after           ; @check
        nop                     ; @next
        bra  loop               ; @jump
        nop                     ; @jumpSlot
after:
leave:  adda 5                  ; @handler
        ld   >handler,y
        jmp  y,handler          ; @far
        st   [resume]           ; @save
        .page
handler:
        ld   20                 ; @refill
        st   [account]          ; @refilled
        ld   >loop,y
        jmp  y,[resume]         ; @resume
        nop                     ; @resumeSlot
`;

const SLOW = `; Counts, once in about 28,000 cycles.
        .zp outer
        .zp inner

start:  ld   0                  ; @slowStart
        st   [outer]            ; @slowInit
loop:   .wait 100
        ld   [inner]
        adda 1
        bne  loop
        st   [inner]
        ld   [outer]
        adda 1
        st   [outer]            ; @tick
        bra  loop
        nop
`;

export interface SampleProgram {
  /** The folder of the program, for further files. */
  readonly files: SourceFolder;
  /** Absolute paths of the files. */
  readonly main: string;
  readonly other: string;
  readonly checked: string;
  readonly slow: string;
  /** The 1-based line that a comment \`@name\` marks, in whichever file. */
  line(name: string): number;
}

export function createSampleProgram(): SampleProgram {
  const files = new SourceFolder({
    'main.gtasm': MAIN,
    'lib/other.gtasm': OTHER,
    'checked.gtasm': CHECKED,
    'slow.gtasm': SLOW,
  });
  return {
    files,
    main: join(files.path, 'main.gtasm'),
    other: join(files.path, 'lib/other.gtasm'),
    checked: join(files.path, 'checked.gtasm'),
    slow: join(files.path, 'slow.gtasm'),
    line: (name) => lineOf(name, name.startsWith('checked ') ? [CHECKED] : [MAIN, OTHER, SLOW]),
  };
}

function lineOf(name: string, texts: readonly string[]): number {
  const mark = new RegExp(`@${name.replace('checked ', '')}\\b`);
  for (const text of texts) {
    const index = text.split('\n').findIndex((line) => mark.test(line));
    if (index >= 0) return index + 1;
  }
  throw new Error(`no line is marked @${name}`);
}
