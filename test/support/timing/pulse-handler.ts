/** A whole program with a handler, short enough to be verified in some milliseconds. */

/** Frames of four lines, in the last of which vSync falls and rises, always: `ld 0` does not branch. */
export const PULSE = `
        .lint off GT0903, GT0906
.zp account
.zp resumeLo
.zp lines
.timing account=account line=200 hsync=24 vsync=1 frame=4
        .org 0
        ld   $c0,out
        ld   4
        st   [lines]
        ld   100
        ld   >work,y
        jmp  y,work
        st   [account]
        .org $0100
        ld   $80,out            ;0
        ld   >line,y
        jmp  y,line
        adda [account]
        .org $0180
slide:  .repeat 128
        nop
        .endrepeat
        ld   $80,out            ;0
        ld   >line,y
        jmp  y,line
        adda [account]
line:   adda 200 - 14 - (79 - 5) ;4
        st   [account]
        .wait 18
        ld   $c0,out            ;24
        ld   [lines]
        suba 1
        beq  last
        st   [lines]
        .wait 44
resume: ld   [resumeLo]         ;73
        adda 5
        st   [resumeLo]
        .resume
        ld   >work,y
        jmp  y,[resumeLo]
        nop
        nop
last:   ld   4                  ;29
        st   [lines]
test:   ld   0
        bne  skip
        nop
        ld   $40,out
        ld   $c0,out
        bra  over
        nop
skip:   .wait 4                 ;34
over:   ld   0                  ;38
        .wait 32
        bra  resume
        nop
        .org $0300
        .trampoline
        st   [resumeLo]
        bra  ac
        .intended
        bra  *+1
        suba [account]
        ld   >slide,y
        nop
        jmp  y,ac
        nop
work:   .check over2
        nop
        nop
over2:  .check end2
        bra  work
        nop
end2:
`;
