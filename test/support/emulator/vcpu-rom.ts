/**
 * A small ROM with an interpreter of some vCPU instructions, and a program that it runs.
 *
 * It draws nothing: start-up writes the program to RAM and enters the interpreter, which fetches like the released ROMs.
 * The instructions are at the offsets given by their opcodes.
 */

export const ADDRESS = { next: 0x0301, dispatch: 0x0309, ldwi: 0x0311 } as const;

/** The vCPU program, at $0200 in RAM. */
export const PROGRAM = {
  start: 0x0200,
  bytes: [
    ...[0x59, 0x05], // $0200 LDI 5
    ...[0x2b, 0x30], // $0202 STW $30
    ...[0x11, 0x34, 0x12], // $0204 LDWI $1234
    ...[0x2b, 0x32], // $0207 STW $32
    ...[0x93, 0x30], // $0209 INC $30
    ...[0x90, 0x07], // $020b BRA $0209
  ],
  /** Address of INC, to which BRA goes back. */
  loop: 0x0209,
} as const;

/** A vCPU program with a call, at $0200 in RAM. */
export const CALLING = {
  call: 0x0205,
  after: 0x0207,
  bytes: [
    ...[0x11, 0x0b, 0x02], // $0200 LDWI $020b
    ...[0x2b, 0x34], // $0203 STW $34
    ...[0xcf, 0x34], // $0205 CALL $34
    ...[0x93, 0x30], // $0207 INC $30
    ...[0x90, 0x03], // $0209 BRA $0205
    ...[0x93, 0x32], // $020b INC $32
    0xff, // $020d RET
  ],
} as const;

/** Source of the ROM with a program; its labels are those of {@link ADDRESS}. */
export const sourceWith = (bytes: readonly number[]): string => `
vPC             = $16
vAC             = $18
vLR             = $1a
vSP             = $1c
scratch         = $1d

        .org $0000
start:  ld   >${PROGRAM.start},y
        ld   <${PROGRAM.start},x
${bytes.map((byte) => `        st   ${byte},[y,x++]`).join('\n')}
        ld   >${PROGRAM.start}
        st   [vPC+1]
        ld   <${PROGRAM.start - 2}
        st   [vPC]
        ld   $aa                ; a return address, and a stack
        st   [vLR]
        ld   $7f
        st   [vLR+1]
        ld   $f0
        st   [vSP]
        ld   >nexty,y
        jmp  y,nexty
        nop

        .org $0300
nexty:  ld   [vPC+1],y
next:   nop
        nop
        nop
        ld   [vPC]
        adda 2
        st   [vPC],x
        ld   [y,x]
        st   [y,x++]
dispatch:
        bra  ac
        ld   [y,x]

        .org $030f
        bra  nexty
        nop
ldwi:   st   [vAC]
        st   [y,x++]
        ld   [y,x]
        st   [vAC+1]
        ld   [vPC]
        adda 1
        st   [vPC]
        bra  nexty
        nop

        .org $0329
        bra  nexty
        nop
stw:    ld   ac,x
        adda 1
        st   [scratch]
        ld   [vAC]
        st   [x]
        ld   [scratch],x
        ld   [vAC+1]
        st   [x]
        bra  nexty
        nop

        .org $0357
        bra  nexty
        nop
ldi:    st   [vAC]
        ld   0
        st   [vAC+1]
        bra  nexty
        nop

        .org $038e
        bra  nexty
        nop
branch: st   [vPC]
        bra  nexty
        nop
inc:    ld   ac,x
        ld   [x]
        adda 1
        st   [x]
        bra  nexty
        nop

        .org $03cf
call:   st   [scratch]
        ld   [vPC]
        adda 2
        st   [vLR]
        ld   [vPC+1]
        st   [vLR+1]
        ld   [scratch],x
        ld   [x]
        suba 2
        st   [vPC]
        ld   [scratch]
        adda 1
        ld   ac,x
        ld   [x]
        bra  nexty
        st   [vPC+1]

        .org $03ff
        bra  ret                ; into the next page, as the last word of this one
        nop
ret:    ld   [vLR]
        suba 2
        st   [vPC]
        ld   [vLR+1]
        st   [vPC+1]
        ld   >nexty,y
        jmp  y,nexty
        nop
`;

export const SOURCE = sourceWith(PROGRAM.bytes);
