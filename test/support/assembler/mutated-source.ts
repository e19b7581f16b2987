/** Almost correct sources: a corpus of all statements, mutated at random. */
import { DIRECTIVES, mnemonics } from '#assembler';

/** Statements of all kinds. */
const CORPUS = `
        .include "lib.gtasm"
.zp account at $20 role=cursor
.zp cell, 2
.row list, 16..31 at $0200 index=piece element=square
.column board, 8..127 at $ff index=square element=piece set=dirs side=white
.frame ply, 16..31 at $20 bytes 8 index=ply
.field score, 2
.endframe
.squares a1=29 file=1 rank=10
.set dirs, n, pawn:ne, piece:3a, -
.pieces empty=0 guard=$80 black=1
.kind $14..$18, queen, note
.timing account=account
WIDTH           = 9 * 8 + %101
.macro readers
        bra  ac
        nop
.endmacro
SYS_Fast_28 = 28
.macro move from, to=[cell]
        ld   from
.again: bne  .again
        st   to
.endmacro
; draw: draws something
; In: AC; Clobbers: AC, X
; Cycles: 3..5
.proc draw
        st   [cell]
.loop:  .check .done
        ld   [y,board]
        move [account]
        move to=[account], from=cell
        move 5, [y,x]
.done:  bra  [cell]
        nop
.endproc
        .trampoline leave
leave:  bra  leave
        .charge 3
        ld   [account]
fast:   .shortcheck fast + 4
        .exits move
        .refund WIDTH - 70
        SYNC leave
        .exact leave, leave + 2, 2
        .repeat 3, i
        .entry i, "ab", rgb(1, 2, 3)
        .endrepeat
        .for v in 1..3
        .if v == 2 && defined(WIDTH)
        ld   lo(leave) + v
        .elif v > 2
        ld   <leave, y
        .else
        ld.2 $12
        .endif
        .endfor
        .lookup table
        .entry 1, 2
        .endlookup
        .vcpu $0200, main
main:   LDWI SYS_Fast_28
.again: SYS  SYS_Fast_28
        BNE  .again
        INC  cell
        .endvcpu
        .lookup long, readers at 251
        .entry "abc", <main
        .endlookup
        .interface cell, main
        .page
:       bra  :-
        ld   ac,x {$12}
        .wait 700
        .targets leave, draw
        bra  ac
        .word $0200, 'a', min(1, 2)
        .assert * < $1000, "too far"
        .lint off GT0901
        .place
near:   jmp  y,near
        nop
        .endplace
        .align 8
        .fill * + 3, $0200
        .org $300
        ctrl y,x++
`;

/** Random numbers from 0 up to but not including `below`, by xorshift. */
export function generator(seed: number): (below: number) => number {
  let state = (seed * 2654435761) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** What a change inserts. */
const SNIPPETS = [
  ...Object.keys(DIRECTIVES).map((name) => `.${name} `),
  ...mnemonics(),
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  ';',
  '//',
  ':',
  '::',
  '=',
  '..',
  ',',
  '$',
  '%',
  '*',
  '-',
  '<',
  '>',
  '?',
  '#',
  '$ffff',
  '65536',
  '-1',
  '4294967295',
  '0x',
  'leave',
  '.loop',
  'draw.loop',
  'x++',
  'y',
  'in',
  'move ',
  '\n',
  '\r\n',
  '\t',
  '\u0000',
  'é',
  '😀',
  '\ud800',
  '0/0',
  '1<<40',
  ':+',
  ':-',
  'a=a',
];

/** Part or all of the corpus with a few random changes; the same for a seed on every machine. */
export function mutatedSource(seed: number): string {
  const random = generator(seed);
  const lines = CORPUS.split('\n');
  const from = random(lines.length);
  let text = random(3) === 0 ? CORPUS : lines.slice(from, from + 1 + random(20)).join('\n');
  for (let count = 1 + random(6); count > 0; count--) {
    const at = random(text.length + 1);
    switch (random(5)) {
      case 0:
        text = text.slice(0, at) + text.slice(at + 1 + random(8));
        break;
      case 1:
        text = text.slice(0, at) + SNIPPETS[random(SNIPPETS.length)]! + text.slice(at);
        break;
      case 2: {
        const end = Math.min(text.length, at + random(120));
        text = text.slice(0, at) + text.slice(at, end) + text.slice(at);
        break;
      }
      case 3:
        text = text.slice(0, at) + String.fromCharCode(random(128)) + text.slice(at + 1);
        break;
      default: {
        const rows = text.split('\n');
        rows.splice(random(rows.length), 0, ...rows.splice(random(rows.length), 1 + random(3)));
        text = rows.join('\n');
      }
    }
  }
  return text;
}
