/** Texts of the library sources by name. Generated from lib/ by scripts/generate-library.mjs. */
export const LIBRARY_SOURCES: Readonly<Record<string, string>> = {
  video: `; The video handler: makes every line of the picture and gives the rest of it to the program.
;
; A program includes it at address 0, after the constants that say what picture it wants:
;
;         VIDEO_START     = main          ; where the program begins
;         VIDEO_ROWS      = 60            ; rows of pixels, each in a page of RAM of its own
;         VIDEO_REPEATS   = 8             ; lines of the screen that a row takes
;                 .include <video>
;
;         VIDEO_COLUMNS   = 160           ; pixels of a row, 1 to 160
;         VIDEO_DRAWN     = VIDEO_REPEATS ; lines of a row that are drawn; the others are black, and the program's
;         VIDEO_FIRST_ROW = 8             ; page of the first row; column 0 is byte 0 of its page
;         VIDEO_LEFT      = centred       ; black pixels to the left of the picture
;         VIDEO_TOP       = centred       ; black lines above the picture, of the 480 that are visible
;         VIDEO_PAD       = 1             ; whether the game pad is read
;         VIDEO_SOUND     = 0             ; whether there is sound
;
; The program runs in all lines that show no picture, 121 cycles in each. It keeps the account by time checks, and each
; page with checks has a \`trampoline\`. AC, X and Y are lost at a check. docs/video.md has the contract.
;
; Cycles from a check that leaves: 0..4 the check, 5..13 the trampoline, 14..14+a the slide, which waits for the \`a\`
; cycles that are left, then the pulse. Numbers after \`;\` are cycles since the fall of hSync.

; ---- What the program may say ------------------------------------------------------------------

        .if !defined(VIDEO_ROWS)
VIDEO_ROWS      = 120
        .endif
        .if !defined(VIDEO_REPEATS)
VIDEO_REPEATS   = 4
        .endif
        .if !defined(VIDEO_COLUMNS)
VIDEO_COLUMNS   = 160
        .endif
        .if !defined(VIDEO_DRAWN)
VIDEO_DRAWN     = VIDEO_REPEATS
        .endif
        .if !defined(VIDEO_FIRST_ROW)
VIDEO_FIRST_ROW = 8
        .endif
        .if !defined(VIDEO_LEFT)
VIDEO_LEFT      = (160 - VIDEO_COLUMNS) / 2
        .endif
        .if !defined(VIDEO_TOP)
VIDEO_TOP       = (480 - VIDEO_ROWS * VIDEO_REPEATS) / 2
        .endif
        .if !defined(VIDEO_PAD)
VIDEO_PAD       = 1
        .endif
        .if !defined(VIDEO_SOUND)
VIDEO_SOUND     = 0
        .endif

VIDEO_GAPS      = VIDEO_REPEATS - VIDEO_DRAWN
VIDEO_LAST_ROW  = VIDEO_FIRST_ROW + VIDEO_ROWS - 1
VIDEO_ABOVE     = 27 + VIDEO_TOP                                        ; back porch and margin
VIDEO_BELOW     = 480 - VIDEO_TOP - VIDEO_ROWS * VIDEO_REPEATS + 6      ; margin and front porch

        .assert VIDEO_ROWS >= 1 && VIDEO_FIRST_ROW >= 1 && VIDEO_LAST_ROW <= 127, "VIDEO_ROWS pages from VIDEO_FIRST_ROW on are to lie in pages 1 to 127"
        .assert VIDEO_COLUMNS >= 1 && VIDEO_LEFT >= 0 && VIDEO_LEFT + VIDEO_COLUMNS <= 160, "A line has 160 pixels, of which VIDEO_LEFT are black"
        .assert VIDEO_REPEATS >= 1 && VIDEO_DRAWN >= 1 && VIDEO_GAPS >= 0, "Of the VIDEO_REPEATS lines of a row VIDEO_DRAWN are drawn, at least one"
        .assert VIDEO_DRAWN <= 255, "At most 255 lines of a row are drawn: VIDEO_DRAWN is counted in a byte"
        .assert VIDEO_TOP >= 0 && VIDEO_BELOW >= 6, "480 lines are visible; the picture has VIDEO_ROWS * VIDEO_REPEATS"
        .assert VIDEO_ABOVE <= 256 && VIDEO_BELOW + VIDEO_GAPS <= 256, "At most 229 lines above the picture, and 250 below it, are black"

; ---- What the program sees ---------------------------------------------------------------------

        .zp account             ; cycles left until the handler must be entered, 0 to 126
        .zp frameCount          ; counts frames, at the start of vSync
        .zp leds external=yes   ; bits 3 to 0: lit
        .if VIDEO_PAD
        .zp pad                 ; buttons that are held, a bit each
        .zp padPressed          ; buttons that went down; the program clears what it has seen
        .zp padRaw              ; what IN showed: a pad's buttons inverted, or a key's ASCII code
        .endif
        .if VIDEO_SOUND
        .zp soundPeriod         ; lines from one turn of the wave to the next: 15,625 / frequency in Hz
        .zp soundVolume         ; $00, silence, to $f0
        .endif

BUTTON_RIGHT    = $01
BUTTON_LEFT     = $02
BUTTON_DOWN     = $04
BUTTON_UP       = $08
BUTTON_START    = $10
BUTTON_SELECT   = $20
BUTTON_B        = $40
BUTTON_A        = $80

        .timing account=account

; trampoline: is in each page that has time checks; a check that cannot be paid for leaves through it.
; Cycles: 9, one word of the check among them.
        .macro trampoline
        .trampoline *
        st   [videoResumeLo]
        bra  ac                 ; run the first word of the check...
        .intended
        bra  *+1                ; ...alone: AC = -n
        suba [account]          ; the account holds a - n: AC = -a
        ld   >videoSlide,y
        ld   videoResumeHi,x
        jmp  y,ac               ; a words before the end of the slide's page
        st   >*,[x]             ; videoResumeHi = this page
        .endmacro

; ---- What it keeps for itself ------------------------------------------------------------------

VIDEO_IDLE      = $c0           ; OUT: no pulse, black; both pulses are active low
VIDEO_H_SYNC    = $80           ; OUT: hSync
VIDEO_V_SYNC    = $40           ; OUT: vSync
VIDEO_BOTH      = $00           ; OUT: both pulses
VIDEO_V_LINES   = 8             ; lines of vSync
VIDEO_RESUME    = 65            ; cycle of a line at which the program goes on
VIDEO_ACCOUNT   = 200 - 14 - (VIDEO_RESUME - 5) ; cycles of it that are the program's, with the next check
        .assert VIDEO_ACCOUNT <= 127, "the account is a signed byte"

        .zp videoResumeLo       ; address of the check that left
        .zp videoResumeHi
        .zp videoRoutine        ; what the next line does: videoLine or videoRow
        .zp videoNeed           ; -n of the check that waits while rows are drawn
        .zp videoSyncLow        ; OUT within the hSync pulse
        .zp videoSyncHigh       ; and after it
        .zp videoLines          ; lines left of this part of the frame
        .zp videoPartEnd        ; what the last of them does
        .zp videoRowPage        ; page of the row that is shown
        .zp videoRepeats        ; lines in which it is still drawn
        .zp videoOn             ; not 0: another line is drawn after this one
        .if VIDEO_SOUND
        .zp videoTimer          ; lines until the wave turns
        .zp videoWave           ; $00 or $ff
        .endif

; videoReset: registers and RAM hold anything. The first line is one of vSync. If word 0 raised hSync, the next rise
; belongs 200 cycles later: 24 after the pulse, which is 14 + account after the first check.
videoReset:
        ld   VIDEO_IDLE,out
        .if VIDEO_SOUND
        ld   1
        st   [videoTimer]
        .endif
        ld   0
        st   [leds]
        st   [frameCount]
        .if VIDEO_SOUND
        st   [soundVolume]
        .endif
        .if VIDEO_PAD
        st   [pad]
        st   [padPressed]
        .endif
        ld   VIDEO_BOTH
        st   [videoSyncLow]
        ld   VIDEO_V_SYNC
        st   [videoSyncHigh]
        ld   VIDEO_V_LINES
        st   [videoLines]
        ld   videoEndVSync
        st   [videoPartEnd]
        ld   videoLine
        st   [videoRoutine]
        .repeat 32
        nop                     ; a word each, since the next line counts words
        .endrepeat
        ld   200 - 24 - 14 - (.end - videoReset)
        ld   >VIDEO_START,y
        jmp  y,VIDEO_START
        st   [account]
.end:   .assert videoReset == 0, "<video> is to be included at address 0, where the machine starts"

; videoPulse: the first cycles of a line. The slide ends in front of the next page, and the pulse is there; but
; without a cycle to wait the jump goes to the start of the slide's own page, so it is here, too.
        .macro videoPulse
        ld   [videoSyncLow],out ;0      AC = -a
        ld   >videoLine,y       ;1
        .targets videoLine, videoRow
        jmp  y,[videoRoutine]   ;2
        adda [account]          ;3      AC = -n
        .endmacro

        .page
        videoPulse
        .align $80
videoSlide:
        .repeat $80
        nop
        .endrepeat

        .lint off GT0904        ; the slide leaves its page
        videoPulse
        .lint on GT0904

; videoVoice: makes the sample of a line. Out: AC = sample and LEDs. Cycles: 13.
        .macro videoVoice
        .if VIDEO_SOUND
        ld   [videoTimer]       ;0
        suba 1                  ;1
        bne  .hold              ;2
        st   [videoTimer]       ;3
        ld   [soundPeriod]      ;4
        st   [videoTimer]       ;5
        ld   [videoWave]        ;6
        xora $ff                ;7
        bra  .mix               ;8
        st   [videoWave]        ;9
.hold:  .wait 6                 ;4
.mix:   ld   [videoWave]        ;10
        anda [soundVolume]      ;11
        ora  [leds]             ;12
        .else
        .wait 12                ;0
        ld   [leds]             ;12
        .endif
        .endmacro

; ---- Lines that are the program's --------------------------------------------------------------

; videoLine: a line that belongs to the program from cycle 65 on. In: AC = -n. Out: account, charged with n.
videoLine:
        adda VIDEO_ACCOUNT      ;4
        st   [account]          ;5
        .wait 5                 ;6
        videoVoice              ;11
        ld   [videoSyncHigh],out        ;24
        ld   [videoLines]       ;25
        suba 1                  ;26
        beq  videoLast          ;27
        st   [videoLines]       ;28
        .wait 30                ;29
videoGoOn:
        ld   [videoResumeLo]    ;59
        adda 5                  ;60
        st   [videoResumeLo]    ;61
        ld   [videoResumeHi],y  ;62
        jmp  y,[videoResumeLo]  ;63
        nop                     ;64

; videoLast: the last line of a part of the frame.
videoLast:
        .if VIDEO_GAPS > 1
        .targets videoEndVSync, videoEndPad, videoEndTop, videoEndGap, videoStartVSync
        .else
        .targets videoEndVSync, videoEndPad, videoEndTop, videoStartVSync
        .endif
        bra  [videoPartEnd]     ;29
        nop                     ;30

; videoPart: the part of the frame that comes next: \`lines\` lines, the last of which does \`end\`.
        .macro videoPart lines, end
        ld   lines
        st   [videoLines]
        ld   end
        st   [videoPartEnd]
        .endmacro

; videoEndVSync: the last line of vSync.
videoEndVSync:
        ld   VIDEO_H_SYNC       ;31
        st   [videoSyncLow]     ;32
        ld   VIDEO_IDLE         ;33
        st   [videoSyncHigh]    ;34
        videoPart 1, videoEndPad        ;35
        .wait 18                ;39
        bra  videoGoOn          ;57
        nop                     ;58

; videoEndPad: the line after vSync, in which IN shows all that the pad has sent.
videoEndPad:
        .if VIDEO_PAD
        st   in,[padRaw]        ;31
        ld   [pad]              ;32
        xora $ff                ;33
        st   [pad]              ;34     buttons that were not held
        ld   [padRaw]           ;35
        xora $ff                ;36     buttons that are
        anda [pad]              ;37
        ora  [padPressed]       ;38
        st   [padPressed]       ;39
        ld   [padRaw]           ;40
        xora $ff                ;41
        st   [pad]              ;42
        .else
        .wait 12                ;31
        .endif
        videoPart VIDEO_ABOVE - 1, videoEndTop  ;43
        .wait 10                ;47
        bra  videoGoOn          ;57
        nop                     ;58

; videoEndTop: the last line above the picture.
videoEndTop:
        ld   VIDEO_FIRST_ROW - 1        ;31
        st   [videoRowPage]     ;32
        .wait 16                ;33
        .if VIDEO_GAPS > 1
        bra  videoNextRow       ;49
        nop                     ;50
; videoEndGap: the last line between two rows.
videoEndGap:
        .wait 20                ;31
videoNextRow:
        .else
        nop                     ;49
        nop                     ;50
        .endif
        ld   VIDEO_DRAWN        ;51
        st   [videoRepeats]     ;52
        ld   videoRow           ;53
        st   [videoRoutine]     ;54
        nop                     ;55
        nop                     ;56
        bra  videoGoOn          ;57
        nop                     ;58

; videoStartVSync: the last line before vSync.
videoStartVSync:
        ld   VIDEO_BOTH         ;31
        st   [videoSyncLow]     ;32
        ld   VIDEO_V_SYNC       ;33
        st   [videoSyncHigh]    ;34
        videoPart VIDEO_V_LINES, videoEndVSync  ;35
        ld   [frameCount]       ;39
        adda 1                  ;40
        st   [frameCount]       ;41
        .wait 15                ;42
        bra  videoGoOn          ;57
        nop                     ;58

; ---- Rows of pixels ----------------------------------------------------------------------------

; videoRow: the first line of a row. In: AC = -n of the check that waits until a line is the program's again.
videoRow:
        ld   >videoDrawFirst,y  ;4
        st   [videoNeed]        ;5
        jmp  y,videoDrawFirst   ;6
        ld   [videoRowPage]     ;7

; videoBelow: the first line after rows that were drawn.
videoBelow:
        ld   [videoNeed]        ;4
        adda VIDEO_ACCOUNT      ;5
        st   [account]          ;6
        .wait 4                 ;7
        videoVoice              ;11
        ld   VIDEO_IDLE,out     ;24
        .if VIDEO_GAPS
        ld   [videoRowPage]     ;25
        xora VIDEO_LAST_ROW     ;26
        beq  .picture           ;27
        nop                     ;28
        .if VIDEO_GAPS == 1
        ld   VIDEO_DRAWN        ;29
        st   [videoRepeats]     ;30
        .wait 26                ;31
        bra  videoGoOn          ;57
        nop                     ;58
        .else
        videoPart VIDEO_GAPS - 1, videoEndGap   ;29
        ld   videoLine          ;33
        st   [videoRoutine]     ;34
        .wait 22                ;35
        bra  videoGoOn          ;57
        nop                     ;58
        .endif
.picture:
        .else
        .wait 4                 ;25
        .endif
        videoPart VIDEO_BELOW + VIDEO_GAPS - 1, videoStartVSync ;29
        ld   videoLine          ;33
        st   [videoRoutine]     ;34
        .wait 22                ;35
        bra  videoGoOn          ;57
        nop                     ;58

        .page
; videoDrawFirst: draws a row from its first line on. In: AC = page of the row before.
videoDrawFirst:
        adda 1                  ;8
        bra  videoNext.voice    ;9
        st   [videoRowPage],y   ;10
; videoNext: another line.
videoNext:
        ld   VIDEO_H_SYNC,out   ;0
        ld   [videoRepeats]     ;1
        suba 1                  ;2
        .if VIDEO_GAPS
        st   [videoRepeats]     ;3
        ld   [videoRowPage],y   ;4
        .wait 6                 ;5
        .else
        bne  .same              ;3
        st   [videoRepeats]     ;4
        ld   VIDEO_REPEATS      ;5
        st   [videoRepeats]     ;6
        ld   [videoRowPage]     ;7
        adda 1                  ;8
        bra  .voice             ;9
        st   [videoRowPage],y   ;10
.same:  ld   [videoRowPage],y   ;5
        .wait 5                 ;6
        .endif
.voice: videoVoice              ;11
        ld   VIDEO_IDLE,out     ;24
        ld   [videoRepeats]     ;25
        .if VIDEO_GAPS
        suba 1                  ;26
        .wait 4, keep           ;27
        .else
        xora 1                  ;26
        st   [videoOn]          ;27
        ld   [videoRowPage]     ;28
        xora VIDEO_LAST_ROW     ;29
        ora  [videoOn]          ;30
        .endif
        st   [videoOn]          ;31
        ld   0,x                ;32
        .wait 2 + VIDEO_LEFT    ;33
        ld   VIDEO_IDLE         ;35 + VIDEO_LEFT
        .repeat VIDEO_COLUMNS
        ora  [y,x++],out        ;36 + VIDEO_LEFT
        .endrepeat
        ld   VIDEO_IDLE,out     ;36 + VIDEO_LEFT + VIDEO_COLUMNS
        .wait 160 - VIDEO_LEFT - VIDEO_COLUMNS
        ld   [videoOn]          ;197
.end:   bne  videoNext          ;198
        nop                     ;199
        .exact videoNext, .end, 198

        ld   VIDEO_H_SYNC,out   ;0
        ld   >videoBelow,y      ;1
        jmp  y,videoBelow       ;2
        nop                     ;3
`,
};
