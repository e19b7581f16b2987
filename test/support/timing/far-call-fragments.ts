/** Far calls: through a page that is a variable, one inside another, and in a loop. */
import fc from 'fast-check';
import { small, some, data, farJump, fragment, hex, landing } from './fragment.ts';
import { trampoline } from './program-writer.ts';

/** A far call, which has the return address in its slot. */
const call = (target: string, returns: string): string => farJump(`@${target}`, `ld <@${returns}`);

/** `sub`, which returns by #0 to the page in #1. */
const farRoutine = (pad: number): string => `@sub: st [#0] | .check =20 | .nops ${pad} | ld [#1],y | jmp y,[#0] | nop`;

/** `in`, which returns by #2 to its own page; `on` follows there. */
const innerRoutine = (words: number, on: string): string => `@in: st [#2] | bra @c | nop
  ${landing(words)} | ${farJump(on)}
  @c: .check =20 | bra [#2] | nop`;

const placeIn = (page: number, address: number): string => `.org ${hex(page * 0x100 + address)}`;

/** A page with a trampoline of its own. */
const pageWith = (page: number, number: number): string => `${trampoline(`@leave${number}`, page * 0x100 + 0xf0)}
  ${placeIn(page, 0)} | .trampoline @leave${number}`;

/** Far calls whose page is a variable, and a routine that they call in turn. */
export const farCalls = fragment(
  { first: data, second: data, words: some, isLate: fc.boolean(), isFlipped: fc.boolean(), pad: small },
  (drawn, page) => {
    const [one, two] = drawn.isFlipped ? ['bne', 'beq'] : ['beq', 'bne'];
    return {
      main: `.check =20 | ld >@p | st [#1] | ld [${drawn.first}] | ${one} @2 | ld [${drawn.second}] | bra @s | nop
        @2: ${two} @u | nop | ld >@q | bra @s | st [#1]
        @u: ${drawn.isLate ? 'bra @w | nop | @w: nop' : 'nop'} | ${call('sub', 'y')}
        @s: nop | ${call('sub', 'x')}
        @fin: .check =20 | .trampoline leave`,
      pages: `${pageWith(page, 0)} | ${farRoutine(drawn.pad)}
        ${placeIn(page + 1, 0x20)} | @q: nop | @x: nop | ${call('in', 'v')}
        ${placeIn(page + 1, 0x80)} | @yq: nop | ${call('in', 'v')}
        ${placeIn(page + 2, 0x21)} | @p: nop | ${call('in', 'r')}
        ${placeIn(page + 2, 0x80)} | @y: nop | ${call('in', 'v')}
        ${pageWith(page + 3, 3)} | ${innerRoutine(drawn.words, '@fin')}`,
    };
  },
);

/**
 * Far calls in a loop whose page is a variable: after the first turn, the first call can return to either page. A
 * routine that both places call returns to a later word for one of them.
 */
export const farCallsInLoop = fragment({ data, words: some, pad: small }, (drawn, page) => ({
  main: `.check =20 | ld >@p | st [#1]
    @l: .check =20 | ${call('sub', 'p')}
    @b: .check =20 | ld >@q | st [#1] | ${call('sub', 'y')}
    @t: .check =20 | ld [${drawn.data}] | bne @l | nop`,
  pages: `${pageWith(page, 0)} | ${farRoutine(drawn.pad)}
    ${pageWith(page + 1, 1)} | @p: nop | ${call('in', 'v')}
    ${pageWith(page + 2, 2)} | @q: nop | ${call('in', 'r')}
    ${placeIn(page + 2, 0x80)} | @y: nop | ${farJump('@t')}
    ${pageWith(page + 3, 3)} | ${innerRoutine(drawn.words, '@b')}`,
}));

/**
 * A far jump whose page is one of two, by a low byte that a word of the first has loaded. Nothing comes to the return
 * after it, whose page may be set from outside.
 */
export const farByMask = fragment({ data, near: small, far: small, isOpen: fc.boolean() }, (drawn, page) => ({
  main: `.check =20 | ${farJump('@go')} | ld [#1],y | jmp y,[#0] | nop ${drawn.isOpen ? '| .external #1' : ''}
    @on: nop`,
  pages: `${placeIn(page, 0)}
    @go: ld <@t | st [#0] | ld [${drawn.data}] | anda 1 | adda ${page} | ld ac,y | jmp y,[#0] | nop
    ${placeIn(page, 0x40)} | @t: .nops ${drawn.near} | ${farJump('@on')}
    ${placeIn(page + 1, 0x40)} | .nops ${drawn.far} | ${farJump('@on')}`,
}));
