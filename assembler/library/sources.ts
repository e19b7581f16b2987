/** Texts of the library sources by name. Generated from lib/ by scripts/generate-library.mjs. */
export const LIBRARY_SOURCES: Readonly<Record<string, string>> = {
  'board-colours': `; Colours of a board: pieces, squares, and the reasons to mark a square. Two bits each of blue, green and red.
;
; Squares are of wood, and none is dark: pieces of both colours stand out from each, and so they do where only one line of
; four is lit. Marks are of other hues.

WHITE_PIECE     = $3f
BLACK_PIECE     = $00
LIGHT           = $1b
DARK            = $06
UNDER_CURSOR    = $3c           ; cyan
IN_HAND         = $38           ; blue
LIGHT_TARGET    = $19           ; green: where the piece in hand can go
DARK_TARGET     = $08
LIGHT_LAST      = $3a           ; lilac: squares of the last move
DARK_LAST       = $35
CHECK_COLOUR    = $03           ; red: the king is in check
MATE_COLOUR     = $33           ; magenta: it is mated
DRAW_COLOUR     = $28           ; dark cyan: a draw
`,
  calls: `; Calls between pages, each with its own time check; and code lookup tables.
;
; A program includes it after <video>, or after a video handler of its own. It declares \`back\`, a zero-page cell that
; holds the return address of the running routine. The first word of a routine stores AC there, and each routine is
; called from one page only:
;
;         paint:  st   [back]
;                 .check .done
;                 ...
;         .done:  return main             ; to the page of \`main\`, which called it

; call: calls a routine in another page, under a check of its own.
        .macro call routine
        .check .back
        ld   >routine,y
        jmp  y,routine
        ld   .back              ; which the routine saves...
        nop                     ; ...by its first word, paid for here; this word never runs
.back:
        .endmacro

; goto: goes on in another page, under a check of its own.
        .macro goto place
        .check .end
        ld   >place,y
        jmp  y,place
        nop
.end:
        .endmacro

; return: leaves a routine for the page of its caller, under a check of its own.
        .macro return caller
        .check .end
        ld   >caller,y
        jmp  y,[back]
        nop
.end:
        .endmacro

; takeEntry: reads a code lookup table in this page.
; In: AC = address of the entry, low byte. Out: AC = the entry. Cycles: 3, as many as words.
; \`table\` means all its entries: each is one \`ld\`.
        .macro takeEntry table
        .targets table
        bra  ac                 ; run the entry...
        bra  .found             ; ...alone
        nop                     ; pays for the entry; never runs
.found:
        .endmacro
`,
  'chess-clock': `; A chess clock: how much time each side has used, in hours, minutes and seconds.
;
;     clock   h m m s s   h m m s s   clockFrames
;             White       Black       of a second
;
; A program includes it in the page of its callers. It declares the rows \`clock\`, with CLOCK_DIGITS digits for each side, and
; \`clockFrames\`, and the zero-page cells \`clockSide\` (0 or 1: whose clock runs), \`clockBack\`, \`value\`, \`code\` and \`bits\`.

FRAMES_A_SECOND = 60
LAST_DIGIT      = CLOCK_DIGITS - 1

; countFrames: some frames more for the side to move.
; In:       AC = return address; value = frames
; Out:      clock, clockFrames; value = 1 in a new second, else 0
; Clobbers: AC, X, Y, clockBack, code, bits
; Cycles:   varies
; Page:     same as caller
countFrames:
        st   [clockBack]
        .check .second
        ld   >clock,y
        ld   [y,clockFrames]
        adda [value]
        st   [y,clockFrames]
        suba FRAMES_A_SECOND
        blt  .none
        nop
.second:
        .check .digit
        ld   >clock,y
        ld   [y,clockFrames]
        suba FRAMES_A_SECOND
        st   [y,clockFrames]
        ld   LAST_DIGIT
        st   [bits]
        ld   lastDigitOf
        adda [clockSide]
        takeEntry lastDigitOf
        st   [value]
.digit:
        .check .full
        ld   limitOfDigit
        adda [bits]
        takeEntry limitOfDigit
        st   [code]
        ld   >clock,y
        ld   [value],x
        ld   [y,x]
        adda 1
        st   [y,x]
        xora [code]
        bne  .counted
        nop
.full:
        .check .counted
        ld   >clock,y
        ld   [value],x
        ld   0
        st   [y,x]
        ld   [value]
        suba 1
        st   [value]
        ld   [bits]
        suba 1
        bge  .digit
        st   [bits]
.counted:
        .check .countedEnd
        nop                     ; no check charges less than seven
        nop
        nop
        ld   1
        bra  [clockBack]
        st   [value]
.countedEnd:
.none:
        .check .noneEnd
        nop
        nop
        nop
        ld   0
        bra  [clockBack]
        st   [value]
.noneEnd:

        .lookup lastDigitOf     ; by colour
        .entry clock + LAST_DIGIT, clock + CLOCK_DIGITS + LAST_DIGIT
        .endlookup
        .lookup limitOfDigit
        .entry 10, 6, 10, 6, 10
        .endlookup
`,
  'clock-digits': `; The digits of a chess clock (<chess-clock>) in a line of the panel (<text>, <phrases>).

; putDigit: puts a digit of the clock. In: value = its first digit.
        .macro putDigit digit
        .check .end
        ld   >clock,y
        ld   [value]
        adda digit
        ld   ac,x
        ld   [y,x]
        adda '0'
        st   [character]
        putCharacter [character]
.end:
        .endmacro

; sayDigits: hours, if there are any, minutes and seconds. In: value = low byte of the side's first digit; textLine, textColumn,
; textStyle. Clobbers: AC, X, Y, character.
        .macro sayDigits
        .check .anyHour
        ld   >clock,y
        ld   [value],x
        ld   [y,x]
        beq  .noHour
        st   [character]
.anyHour:
        .check .anyHourEnd
        ld   [character]
        adda '0'
        st   [character]
        putCharacter [character]
        ld   ':'
        bra  .colon
        st   [character]
.anyHourEnd:
.noHour:
        .check .colon
        ld   ' '
        st   [character]
        putCharacter [character]
.colon:
        .check .minutes
        putCharacter [character]
        nop
.minutes:
        putDigit 1
        putDigit 2
        .check .seconds
        putCharacter ':'
.seconds:
        putDigit 3
        putDigit 4
        .endmacro
`,
  font: `; Shapes of the characters: ASCII from space, five pixels wide and seven high, drawn for this panel.
;
;     .###.   %01110        a word of the table is \`ld\`, and the row in its upper five bits:
;     #...#   %10001        row r of character c is entry 7 * (c & 31) + r
;     #...#   %10001
;     #####   %11111
;     #...#   %10001
;     #...#   %10001
;     #...#   %10001
;
; A shape is written as its seven rows from the top. A page has 32 of them, one \`ld\` of the code lookup
; table for each row, shifted so that bit 7 is the leftmost pixel. All three pages begin with the same
; routine at the same offset; paintCharacter chooses the page by the upper bits of the character.

SHAPE_ROWS      = 7
SHAPE_COLUMNS   = 5

; shapeReader: the routine at the start of each page.
; In: AC = row of the page's table. Out: AC = the row's pixels. It goes on at paintCharacter.found.
        .macro shapeReader table
        adda table
        .targets table
        bra  ac                 ; run the entry...
        bra  .found             ; ...alone
        nop
.found: ld   >paintCharacter,y
        jmp  y,paintCharacter.found
        nop
        .endmacro

; shape: the entries of a character. The rows are given in their order, so that the lines of a page are its picture.
        .macro shape top, second, third, fourth, fifth, sixth, bottom
        .for row in top, second, third, fourth, fifth, sixth, bottom
        .entry row << 3         ; bit 7 is the leftmost pixel
        .endfor
        .endmacro

; ---- Signs and digits ----------------------------------------------------------------------------
        .page

; readSigns: a row of one of the signs and digits.
; In:       AC = row of the table
; Out:      AC = its pixels
; Clobbers: X, Y
; Cycles:   varies
readSigns:
        shapeReader signs
        .lookup signs
        shape %00000, %00000, %00000, %00000, %00000, %00000, %00000 ; space
        shape %00100, %00100, %00100, %00100, %00100, %00000, %00100 ; !
        shape %01010, %01010, %00000, %00000, %00000, %00000, %00000 ; "
        shape %01010, %01010, %11111, %01010, %11111, %01010, %01010 ; #
        shape %00100, %01111, %10100, %01110, %00101, %11110, %00100 ; $
        shape %11001, %11001, %00010, %00100, %01000, %10011, %10011 ; %
        shape %01100, %10010, %10100, %01000, %10101, %10010, %01101 ; &
        shape %00100, %00100, %00000, %00000, %00000, %00000, %00000 ; '
        shape %00010, %00100, %01000, %01000, %01000, %00100, %00010 ; (
        shape %01000, %00100, %00010, %00010, %00010, %00100, %01000 ; )
        shape %00000, %10101, %01110, %11111, %01110, %10101, %00000 ; *
        shape %00000, %00100, %00100, %11111, %00100, %00100, %00000 ; +
        shape %00000, %00000, %00000, %00000, %01100, %01100, %10000 ; ,
        shape %00000, %00000, %00000, %11110, %00000, %00000, %00000 ; -
        shape %00000, %00000, %00000, %00000, %00000, %01100, %01100 ; .
        shape %00001, %00001, %00010, %00100, %01000, %10000, %10000 ; /
        shape %01110, %10001, %10011, %10101, %11001, %10001, %01110 ; 0
        shape %00100, %01100, %00100, %00100, %00100, %00100, %01110 ; 1
        shape %01110, %10001, %00001, %00110, %01000, %10000, %11111 ; 2
        shape %01110, %10001, %00001, %00110, %00001, %10001, %01110 ; 3
        shape %00010, %00110, %01010, %10010, %11111, %00010, %00010 ; 4
        shape %11111, %10000, %11110, %00001, %00001, %10001, %01110 ; 5
        shape %00110, %01000, %10000, %11110, %10001, %10001, %01110 ; 6
        shape %11111, %00001, %00010, %00100, %01000, %01000, %01000 ; 7
        shape %01110, %10001, %10001, %01110, %10001, %10001, %01110 ; 8
        shape %01110, %10001, %10001, %01111, %00001, %00010, %01100 ; 9
        shape %00000, %01100, %01100, %00000, %01100, %01100, %00000 ; :
        shape %00000, %01100, %01100, %00000, %01100, %01100, %10000 ; ;
        shape %00010, %00100, %01000, %10000, %01000, %00100, %00010 ; <
        shape %00000, %00000, %11111, %00000, %11111, %00000, %00000 ; =
        shape %01000, %00100, %00010, %00001, %00010, %00100, %01000 ; >
        shape %01110, %10001, %00001, %00110, %00100, %00000, %00100 ; ?
        .endlookup

; ---- Capitals ------------------------------------------------------------------------------------
        .page

; readCapitals: a row of one of the capitals.
; In:       AC = row of the table
; Out:      AC = its pixels
; Clobbers: X, Y
; Cycles:   varies
readCapitals:
        shapeReader capitals
        .lookup capitals
        shape %01110, %10001, %10111, %10101, %10111, %10000, %01110 ; @
        shape %01110, %10001, %10001, %11111, %10001, %10001, %10001 ; A
        shape %11110, %10001, %10001, %11110, %10001, %10001, %11110 ; B
        shape %01110, %10001, %10000, %10000, %10000, %10001, %01110 ; C
        shape %11110, %10001, %10001, %10001, %10001, %10001, %11110 ; D
        shape %11111, %10000, %10000, %11110, %10000, %10000, %11111 ; E
        shape %11111, %10000, %10000, %11110, %10000, %10000, %10000 ; F
        shape %01110, %10001, %10000, %10111, %10001, %10001, %01111 ; G
        shape %10001, %10001, %10001, %11111, %10001, %10001, %10001 ; H
        shape %01110, %00100, %00100, %00100, %00100, %00100, %01110 ; I
        shape %00111, %00010, %00010, %00010, %00010, %10010, %01100 ; J
        shape %10001, %10010, %10100, %11000, %10100, %10010, %10001 ; K
        shape %10000, %10000, %10000, %10000, %10000, %10000, %11111 ; L
        shape %10001, %11011, %10101, %10101, %10001, %10001, %10001 ; M
        shape %10001, %11001, %11001, %10101, %10011, %10011, %10001 ; N
        shape %01110, %10001, %10001, %10001, %10001, %10001, %01110 ; O
        shape %11110, %10001, %10001, %11110, %10000, %10000, %10000 ; P
        shape %01110, %10001, %10001, %10001, %10101, %10010, %01101 ; Q
        shape %11110, %10001, %10001, %11110, %10100, %10010, %10001 ; R
        shape %01111, %10000, %10000, %01110, %00001, %00001, %11110 ; S
        shape %11111, %00100, %00100, %00100, %00100, %00100, %00100 ; T
        shape %10001, %10001, %10001, %10001, %10001, %10001, %01110 ; U
        shape %10001, %10001, %10001, %10001, %10001, %01010, %00100 ; V
        shape %10001, %10001, %10001, %10101, %10101, %11011, %10001 ; W
        shape %10001, %10001, %01010, %00100, %01010, %10001, %10001 ; X
        shape %10001, %10001, %01010, %00100, %00100, %00100, %00100 ; Y
        shape %11111, %00001, %00010, %00100, %01000, %10000, %11111 ; Z
        shape %01110, %01000, %01000, %01000, %01000, %01000, %01110 ; [
        shape %10000, %10000, %01000, %00100, %00010, %00001, %00001 ; \\
        shape %01110, %00010, %00010, %00010, %00010, %00010, %01110 ; ]
        shape %00100, %01010, %10001, %00000, %00000, %00000, %00000 ; ^
        shape %00000, %00000, %00000, %00000, %00000, %00000, %11111 ; _
        .endlookup

; ---- Small letters -------------------------------------------------------------------------------
        .page

; readSmallLetters: a row of one of the small letters.
; In:       AC = row of the table
; Out:      AC = its pixels
; Clobbers: X, Y
; Cycles:   varies
readSmallLetters:
        shapeReader smallLetters
        .lookup smallLetters
        shape %01000, %00100, %00000, %00000, %00000, %00000, %00000 ; \`
        shape %00000, %00000, %01110, %00001, %01111, %10001, %01111 ; a
        shape %10000, %10000, %11110, %10001, %10001, %10001, %11110 ; b
        shape %00000, %00000, %01110, %10000, %10000, %10001, %01110 ; c
        shape %00001, %00001, %01111, %10001, %10001, %10001, %01111 ; d
        shape %00000, %00000, %01110, %10001, %11111, %10000, %01110 ; e
        shape %00110, %01001, %01000, %11100, %01000, %01000, %01000 ; f
        shape %00000, %00000, %01111, %10001, %01111, %00001, %01110 ; g
        shape %10000, %10000, %11110, %10001, %10001, %10001, %10001 ; h
        shape %00100, %00000, %01100, %00100, %00100, %00100, %01110 ; i
        shape %00010, %00000, %00110, %00010, %00010, %10010, %01100 ; j
        shape %10000, %10000, %10010, %10100, %11000, %10100, %10010 ; k
        shape %01100, %00100, %00100, %00100, %00100, %00100, %01110 ; l
        shape %00000, %00000, %11010, %10101, %10101, %10001, %10001 ; m
        shape %00000, %00000, %11110, %10001, %10001, %10001, %10001 ; n
        shape %00000, %00000, %01110, %10001, %10001, %10001, %01110 ; o
        shape %00000, %00000, %11110, %10001, %11110, %10000, %10000 ; p
        shape %00000, %00000, %01111, %10001, %01111, %00001, %00001 ; q
        shape %00000, %00000, %10110, %11001, %10000, %10000, %10000 ; r
        shape %00000, %00000, %01111, %10000, %01110, %00001, %11110 ; s
        shape %01000, %01000, %11110, %01000, %01000, %01001, %00110 ; t
        shape %00000, %00000, %10001, %10001, %10001, %10011, %01101 ; u
        shape %00000, %00000, %10001, %10001, %10001, %01010, %00100 ; v
        shape %00000, %00000, %10001, %10001, %10101, %10101, %01010 ; w
        shape %00000, %00000, %10001, %01010, %00100, %01010, %10001 ; x
        shape %00000, %00000, %10001, %10001, %01111, %00001, %01110 ; y
        shape %00000, %00000, %11111, %00010, %00100, %01000, %11111 ; z
        shape %00110, %01000, %01000, %10000, %01000, %01000, %00110 ; {
        shape %00100, %00100, %00100, %00100, %00100, %00100, %00100 ; |
        shape %01100, %00010, %00010, %00001, %00010, %00010, %01100 ; }
        shape %00000, %00000, %01000, %10101, %00010, %00000, %00000 ; ~
        shape %11111, %11111, %11111, %11111, %11111, %11111, %11111 ; full
        .endlookup
        .assert <readSigns == <readCapitals && <readSigns == <readSmallLetters, "paintCharacter changes the page alone"
`,
  input: `; The byte that the pad or the keyboard adapter sends in each frame, sorted: buttons or a key.
;
;     $ff              nothing is held
;     1 in bit 7       a pad of type B without button A: a 0 for each button held
;     $7f              button A of any pad, and what the keyboard's Backspace sends
;     2^n - 1          a pad of type C: the highest of its buttons is n
;     other $01..$7e   ASCII of a key, if it comes after $ff or another key; otherwise buttons and A
;
; A key is held for some frames and then released: it counts once, when it comes.
;
; A program declares these zero-page cells: padLast = the byte, value = the byte before it, padHeld = buttons that are
; held, keyboard = not 0 while a key is held, typedKey = ASCII, pressed = buttons that were just pressed.

DELETE          = $7f           ; ASCII
ENTER           = 10
ESCAPE          = 27

; sortInput: sorts a byte that is new and not $ff. It leaves for \`useKey\` with a key, for \`none\` if nothing was pressed,
; and goes on with buttons. \`nothing\` is a label that it defines, for the byte $ff.
; In: padLast, value. Out: padHeld, keyboard; typedKey or pressed.
        .macro sortInput nothing, useKey, none
        .check .typeB
        ld   [padLast]
        adda 1
        anda [padLast]
        beq  .typeC
        nop
.typeB:
        .check .ascii
        ld   [padLast]
        blt  .buttons
        nop
.ascii:
        .check .first
        ld   [keyboard]
        bne  .key
        nop
.first:
        .check .key
        ld   [value]
        xora $ff
        bne  .buttons           ; a button joins button A
        nop
.key:
        .check .keyEnd
        ld   1
        st   [keyboard]
        ld   0
        st   [padHeld]
        ld   [padLast]
        bra  useKey
        st   [typedKey]
.keyEnd:
nothing:
        .check .nothingEnd
        ld   0
        st   [keyboard]
        bra  none
        st   [padHeld]
.nothingEnd:
.typeC:
        .check .typeCEnd
        ld   [padLast]
        adda 1
        bra  .pad
        st   [value]
.typeCEnd:
.buttons:
        .check .pad
        ld   [padLast]
        xora $ff
        st   [value]
.pad:
        .check .down
        ld   [padHeld]
        xora $ff
        anda [value]
        st   [pressed]
        ld   [value]
        st   [padHeld]
        ld   0
        st   [keyboard]
        ld   [pressed]
        beq  none               ; buttons were only released
        nop
.down:
        .endmacro
`,
  phrases: `; Texts of a program in code lookup tables, and the macros that copy them into the panel of <text>.
;
; A text ends in 0. Each page of texts begins with its own copy of the routine, since a lookup table is
; read in its own page; a page belongs to one page of callers. A program declares the zero-page cells \`textLine\`,
; \`textColumn\`, \`textStyle\`, \`phraseAt\`, \`character\` and \`back\`.

; phraseReader: copies a text into a line of the panel, from its first column.
; In: AC = return address in the page of \`caller\`; textLine = page of the line; phraseAt = low byte of the
; text; textStyle. Out: text; textColumn after it.
        .macro phraseReader phrases, caller
        st   [back]
        .check .character
        ld   0
        st   [textColumn]
.character:
        .check .more
        ld   [phraseAt]
        takeEntry phrases       ; a character, or 0
        beq  .done
        st   [character]
.more:  .check .done
        putCharacter [character]
        ld   [phraseAt]
        adda 1
        bra  .character
        st   [phraseAt]
.done:  .check .end
        ld   >caller,y
        jmp  y,[back]
        nop
.end:
        .endmacro

; putCharacter: puts a character, emphasised as textStyle says, after the last one.
; In: textLine, textColumn, textStyle. Out: textColumn.
        .macro putCharacter character
        ld   [textLine],y
        ld   [textColumn],x
        ld   character
        ora  [textStyle]
        st   [y,x]
        ld   [textColumn]
        adda 1
        st   [textColumn]
        .endmacro

; say: a text on a line, by the reader of its page. \`words\` = low byte of the text, or a cell with it.
        .macro say line, reader, words
        .check .back
        ld   TEXT_PAGE + line
        st   [textLine]
        ld   words
        st   [phraseAt]
        ld   >reader,y
        jmp  y,reader
        ld   .back
        nop                     ; pays for the first word of the reader
.back:
        .endmacro

; phrase: a text of the table around it.
        .macro phrase name, characters
name:   .entry characters, 0
        .endmacro
`,
  'piece-shapes': `; Shapes of chess pieces, entries of a code lookup table: nine rows of eight pixels each, the leftmost in bit 7. The
; first and the last row are empty.
;
;     king      queen     rook      bishop    knight    pawn
;     ........  ........  ........  ........  ........  ........
;     ....#...  .#..#..#  .#.#.#.#  ....#...  ....#...  ........
;     ...###..  .#..#..#  .#######  ...###..  ..#####.  ....#...
;     ....#...  .##.#.##  ..#####.  ..##.##.  .######.  ...###..
;     .##.#.##  .#######  ...###..  ..#####.  .##.###.  ....#...
;     .#######  ..#####.  ...###..  ...###..  ....###.  ...###..
;     ..#####.  ...###..  ..#####.  ....#...  ...####.  ..#####.
;     ..#####.  ..#####.  .#######  ..#####.  ..######  ..#####.
;     ........  ........  ........  ........  ........  ........

kingShape:
        .entry %00000000, %00001000, %00011100, %00001000, %01101011, %01111111, %00111110, %00111110, 0
queenShape:
        .entry %00000000, %01001001, %01001001, %01101011, %01111111, %00111110, %00011100, %00111110, 0
rookShape:
        .entry %00000000, %01010101, %01111111, %00111110, %00011100, %00011100, %00111110, %01111111, 0
bishopShape:
        .entry %00000000, %00001000, %00011100, %00110110, %00111110, %00011100, %00001000, %00111110, 0
knightShape:
        .entry %00000000, %00001000, %00111110, %01111110, %01101110, %00001110, %00011110, %00111111, 0
pawnShape:
        .entry %00000000, %00000000, %00001000, %00011100, %00001000, %00011100, %00111110, %00111110, 0
`,
  pixels: `; Pixels of a shape: bits of a byte that become two colours of the picture.
;
; A program declares the zero-page cells \`bits\`, \`foreground\` and \`background\`.

; paintPixel: one of the pixels of a row. In: AC = bits, the pixel in bit 7; Y, X. Out: AC = bits, shifted;
; X. Either path through its eleven words takes seven cycles.
PIXEL_REFUND    = 4
        .macro paintPixel
        blt  *+6                ; the pixel is foreground
        adda ac
        st   [bits]
        ld   [background]
        bra  *+6
        st   [y,x++]
        st   [bits]
        ld   [foreground]
        nop
        st   [y,x++]
        ld   [bits]
        .endmacro
`,
  text: `; Text in a panel: characters in RAM are painted where they have changed. It needs <calls>, <pixels> and <font>.
;
; Each line of the panel has a page with its characters and, after them, those that the picture shows. A character is
; ASCII; bit 7 emphasises it by a bright colour. In a panel of 13 columns:
;
;     page TEXT_PAGE + line   $00 .. $0c   $0d .. $19
;                             text         shown
; Before the include, constants and zero-page cells say where everything is:
;
;     TEXT_LINES, TEXT_COLUMNS                lines and columns of the panel
;     CHARACTER_WIDTH, LINE_HEIGHT            6 and 9: pixels of a character
;     PANEL_LEFT, PANEL_WIDTH                 its first column of pixels, and how many there are
;     FIRST_ROW, ROW_PIXELS                   page of the picture's first row; pixels of a row, a multiple of 8
;     TEXT_PAGE, text, shown                  characters, as above; \`text\` is 0
;     TEXT_START, TEXT_CALLER                 in the pages that call initialiseText, and clearText and paintText
;     back, paintBack, squareLeft, squareTop, pixelPage, pixelColumn, textLine, textColumn, textStyle, character,
;     glyph, bit, bits, fontPage, foreground, background      cells

PAPER           = $00           ; colours: 2 bits each of blue, green, red
INK             = $2a
BRIGHT_INK      = $0b
EMPHASIS        = $80           ; bit of a character
        .assert text == 0, "the column of a character is the low byte of its address"

; ---- A panel without text ------------------------------------------------------------------------
        .page
        trampoline

; initialiseText: black everywhere, and no character shown.
; In: AC = return address. Out: the pixels; shown.
; Clobbers: AC, X, Y, back, pixelPage, pixelColumn
; Cycles:   varies
initialiseText:
        st   [back]
        .check .row
        ld   FIRST_ROW
        st   [pixelPage]
.row:
        .check .pixel
        ld   0
        st   [pixelColumn]
.pixel:
        .check .rowEnd
        ld   [pixelPage],y
        ld   [pixelColumn],x
        ld   PAPER
        .repeat 8
        st   [y,x++]
        .endrepeat
        ld   [pixelColumn]
        adda 8
        st   [pixelColumn]
        xora ROW_PIXELS
        bne  .pixel
        nop
.rowEnd:
        .check .line
        ld   [pixelPage]
        adda 1
        st   [pixelPage]
        xora FIRST_ROW + TEXT_LINES * LINE_HEIGHT
        bne  .row
        nop
.line:
        .check .done
        ld   ' '
        .for line in 0..TEXT_LINES - 1
        ld   TEXT_PAGE + line,y
        .for column in 0..TEXT_COLUMNS - 1
        st   [y,shown + column]
        .endfor
        .endfor
.done:
        return TEXT_START

; clearText: spaces everywhere; nothing is emphasised.
; In: AC = return address. Out: text, textStyle.
; Clobbers: AC, X, Y, back, textLine
; Cycles:   varies
clearText:
        st   [back]
        .check .line
        ld   TEXT_PAGE
        st   [textLine]
        ld   0
        st   [textStyle]
.line:
        .check .done
        ld   [textLine],y
        ld   ' '
        .for column in 0..TEXT_COLUMNS - 1
        st   [y,text + column]
        .endfor
        ld   [textLine]
        adda 1
        st   [textLine]
        xora TEXT_PAGE + TEXT_LINES
        bne  .line
        nop
.done:
        return TEXT_CALLER

; ---- Which characters have changed ---------------------------------------------------------------
        .page
        trampoline

; paintText: paints the characters that are not shown yet.
; In: AC = return address; text. Out: shown, the panel's pixels.
; Clobbers: AC, X, Y, back, squareLeft, squareTop, textLine, textColumn, character
; Cycles:   varies
paintText:
        st   [back]
        .check .line
        ld   TEXT_PAGE
        st   [textLine]
        ld   FIRST_ROW
        st   [squareTop]
.line:
        .check .character
        ld   0
        st   [textColumn]
        ld   PANEL_LEFT
        st   [squareLeft]
.character:
        .check .differs
        ld   [textLine],y
        ld   [textColumn],x
        ld   [y,x]
        st   [character]
        ld   [textColumn]
        adda shown - text
        ld   ac,x
        ld   [character]
        xora [y,x]
        beq  .same
        nop
.differs:
        .check .painted
        ld   [textLine],y
        ld   [textColumn]
        adda shown - text
        ld   ac,x
        ld   [character]
        st   [y,x]
        ld   >paintCharacter,y
        jmp  y,paintCharacter
        ld   .painted
        nop                     ; pays for the first word of paintCharacter
.painted:
.same:
        .check .lineEnd
        ld   [textColumn]
        adda 1
        st   [textColumn]
        ld   [squareLeft]
        adda CHARACTER_WIDTH
        st   [squareLeft]
        xora PANEL_LEFT + PANEL_WIDTH
        bne  .character
        nop
.lineEnd:
        .check .done
        ld   [squareTop]
        adda LINE_HEIGHT
        st   [squareTop]
        ld   [textLine]
        adda 1
        st   [textLine]
        xora TEXT_PAGE + TEXT_LINES
        bne  .line
        nop
.done:
        return TEXT_CALLER

; ---- Painting a character ------------------------------------------------------------------------
        .page
        trampoline

; gapRow: a row of the character's cell without a pixel of its shape.
        .macro gapRow
        ld   [pixelPage],y
        ld   [squareLeft],x
        ld   [background]
        .repeat CHARACTER_WIDTH
        st   [y,x++]
        .endrepeat
        ld   [pixelPage]
        adda 1
        st   [pixelPage]
        .endmacro

; paintCharacter: paints the cell of a character, six by nine pixels.
; In: AC = return address; character; squareTop, squareLeft = first pixel.
; Clobbers: AC, X, Y, paintBack, bit, pixelPage, glyph, bits, background, fontPage, foreground
; Cycles:   varies
paintCharacter:
        st   [paintBack]
        .check .plain
        ld   PAPER
        st   [background]
        ld   INK
        st   [foreground]
        ld   [character]
        bge  .shape
        nop
.plain:
        .check .shape
        ld   BRIGHT_INK
        st   [foreground]

; Its place in the font: seven rows a shape, 32 shapes a page.
.shape:
        .check .letter
        ld   [character]
        anda $1f
        st   [glyph]
        adda ac
        adda ac
        adda ac
        suba [glyph]
        st   [glyph]
        ld   SHAPE_ROWS
        st   [bit]
        ld   [squareTop]
        st   [pixelPage]
        ld   [character]
        anda $40
        beq  .sign
        nop
.letter:
        .check .small
        ld   [character]
        anda $20
        beq  .capital
        nop
.small:
        .check .smallEnd
        ld   >readSmallLetters
        bra  .paint
        st   [fontPage]
.smallEnd:
.capital:
        .check .capitalEnd
        ld   >readCapitals
        bra  .paint
        st   [fontPage]
.capitalEnd:
.sign:
        .check .paint
        ld   >readSigns
        st   [fontPage]
.paint:
        .check .row
        gapRow
.row:
        .check .rowEnd
        ld   [fontPage],y
        .targets readSigns, readCapitals, readSmallLetters
        jmp  y,readSigns        ; at the same offset in each page of the font
        ld   [glyph]
        .repeat 7
        nop                     ; pays for the words in the font's page; never runs
        .endrepeat
.found: st   [bits]
        ld   [pixelPage],y
        ld   [squareLeft],x
        ld   [background]
        st   [y,x++]
        ld   [bits]
        .repeat SHAPE_COLUMNS
        paintPixel
        .endrepeat
        .refund SHAPE_COLUMNS * PIXEL_REFUND
.rowEnd:
        .check .rows
        ld   [glyph]
        adda 1
        st   [glyph]
        ld   [pixelPage]
        adda 1
        st   [pixelPage]
        ld   [bit]
        suba 1
        bne  .row
        st   [bit]
.rows:
        .check .done
        gapRow
.done:
        .check .end
        ld   >paintText,y
        jmp  y,[paintBack]
        nop
.end:
`,
  video: `; The video handler: makes every line of the picture and gives the rest of its time to the program.
;
; A program includes it at address 0, after the constants that say what picture it wants:
;
;         VIDEO_START     = main          ; where the program begins
;         VIDEO_ROWS      = 60            ; rows of pixels, each in a page of RAM of its own
;         VIDEO_REPEATS   = 8             ; lines of the screen that a row takes
;                 .include <video>
;
;         VIDEO_COLUMNS   = 160           ; pixels of a row, 1 to 160
;         VIDEO_DRAWN     = VIDEO_REPEATS ; lines of a row that are drawn; the others are black, for the program
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

; ---- What the program may say --------------------------------------------------------------------

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

; ---- What the program sees -----------------------------------------------------------------------

        .zp account             ; cycles left until the handler must be entered, 0 to 126
        .zp frameCount          ; counts frames, at the start of vSync
        .zp leds external=yes   ; bits 3 to 0: lit
        .if VIDEO_PAD
        .zp pad                 ; buttons that are held, a bit each
        .zp padPressed          ; buttons that were pressed; the program clears those that it has dealt with
        .zp padRaw              ; the byte from IN: a pad's buttons inverted, or a key's ASCII code
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

; trampoline: needed in each page with time checks; a check that cannot be paid for leaves through it.
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

; ---- Internal cells and constants ----------------------------------------------------------------

VIDEO_IDLE      = $c0           ; OUT: no pulse, black; both pulses are active low
VIDEO_H_SYNC    = $80           ; OUT: hSync
VIDEO_V_SYNC    = $40           ; OUT: vSync
VIDEO_BOTH      = $00           ; OUT: both pulses
VIDEO_V_LINES   = 8             ; lines of vSync
VIDEO_RESUME    = 65            ; cycle of a line at which the program goes on
VIDEO_ACCOUNT   = 200 - 14 - (VIDEO_RESUME - 5) ; how many of its cycles are the program's, including the next check
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

; videoReset: registers and RAM can hold anything. The first line is one of vSync. If word 0 raised hSync, the next rise
; must come 200 cycles later: 24 after the pulse, which is 14 + account after the first check.
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
        st   [videoWave]
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

; videoPulse: the first cycles of a line. The slide ends just before the next page, and the pulse is there; but
; with no cycle to wait, the jump goes to the start of the slide's own page, so the pulse is here, too.
        .macro videoPulse
        ld   [videoSyncLow],out ;0      AC = -a
        ld   >videoLine,y       ;1
        .targets videoLine, videoRow
        jmp  y,[videoRoutine]   ;2
        adda [account]          ;3      AC = -n
        .endmacro

        .page
videoNoWait:
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

; ---- Lines for the program -----------------------------------------------------------------------

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

; videoPart: the next part of the frame: \`lines\` lines; the last one does \`end\`.
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

; videoEndPad: the line after vSync, in which IN shows everything that the pad has sent.
videoEndPad:
        .if VIDEO_PAD
        st   in,[padRaw]        ;31
        ld   [pad]              ;32
        xora $ff                ;33
        st   [pad]              ;34     buttons that were not held
        ld   [padRaw]           ;35
        xora $ff                ;36     buttons that are held
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

; ---- Rows of pixels ------------------------------------------------------------------------------

; videoRow: the first line of a row. In: AC = -n of the check that waits for the program's next line.
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
