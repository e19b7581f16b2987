/**
 * Hover, definition and references in every place where a name or a number can be written.
 *
 * Each row is a line of the program below, or one inserted into it, with a cursor; the definition is given by its line.
 */
import { describe, expect, it } from 'vitest';
import type { Hover, Location, MarkupContent, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { applied, languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture();

/** The program to which the rows refer; the line of each definition is found by its name. */
const BEFORE = `
NUMBER = $12
.zp back
.zp account
.set rays, n, s
.row mail, 0..9 at $200 index=number
.frame plies, 1..4 at $20 bytes 8
.field .move
.field score
.endframe
.macro store value, to=[back]
        ld   value
        st   to
.endmacro
        bra  start
        nop
far:    bra  far
.local: nop
start:  nop
`;

interface Slot {
  /** The line, with a cursor. */
  readonly line: string;
  readonly hover: RegExp | '';
  /** The text at the definition. */
  readonly defined?: string;
  readonly after?: string;
}

async function ask({ line, after = '' }: Slot): Promise<{ hover: string; defined: string; uses: number }> {
  const marked = `${BEFORE}${line}\n${after}`;
  const { answer, source } = await server.ask<Hover | null>('hover', marked);
  const position = source.cursors[0];
  const place = await server.client.request<Location | null>('textDocument/definition', source.uri, { position });
  const uses = await server.client.request<Location[] | null>('textDocument/references', source.uri, {
    position,
    context: { includeDeclaration: true },
  });
  return {
    hover: answer === null ? '' : (answer.contents as MarkupContent).value,
    defined: place === null ? '' : source.text.split('\n')[place.range.start.line]!.trim(),
    uses: uses?.length ?? 0,
  };
}

const SLOTS: readonly Slot[] = [
  { line: '        ld   [ba¦ck]', hover: /zero-page/, defined: '.zp back' },
  { line: '        ld   [y,ma¦il + 3]', hover: /row/, defined: '.row mail' },
  { line: '        ld   <f¦ar,y', hover: /label/, defined: 'far:' },
  { line: '        ld   NUM¦BER * 2', hover: /= \$12/, defined: 'NUMBER =' },
  { line: '        ld   far.lo¦cal', hover: /local label/, defined: '.local' },
  { line: '        ld   [plies.mo¦ve]', hover: /field/, defined: '.field .move' },
  { line: '        ld   [pl¦ies.move]', hover: /frames/, defined: '.frame plies' },
  { line: '        ld   f¦ar.local', hover: /label/, defined: 'far:' },
  { line: '        ld   [sc¦ore]', hover: /field/, defined: '.field score' },
  { line: '        ld   $1¦2', hover: /18 = \$12/ },
  { line: '        ld   1¦8', hover: /18 = \$12/ },
  { line: '        ld   %00¦01', hover: /%00000001/ },
  { line: "        ld   'a¦'", hover: /97 = \$61/ },
  { line: '        ld   0x1¦2', hover: /18 = \$12/ },
  { line: '        ld   (NUMBER ¦+ 2) * 2', hover: /20 = \$14/ },
  { line: '        ld   (NUMBER + 2) ¦* 2', hover: /40 = \$28/ },
  { line: '        ld   ¦-1', hover: /\$ff/ },
  { line: '        ld   m¦in(1, 2)', hover: /min/ },
  { line: '        bra  ¦*', hover: /\$00/ },
  { line: ':       ld   2\n        bra  :¦-', hover: /anonymous label/, defined: ':       ld   2' },
  { line: '¦:       ld   2\n        bra  :-', hover: '', defined: ':       ld   2' },
  {
    line: '        bra  :¦+',
    hover: /anonymous label/,
    defined: ':       ld   1',
    after: '        nop\n:       ld   1\n',
  },
  { line: '        ld   1,¦y', hover: /\*\*Y\*\*/ },
  { line: '        ld   ¦ac,x', hover: /\*\*AC\*\*/ },
  { line: '        st   [y,x¦++]', hover: /X/ },
  { line: '        l¦d   1', hover: /\*\*ld\*\*/ },
  { line: '        .vcpu $0200\n        L¦D   5', hover: /Load a byte of the zero page/, after: '        .endvcpu' },
  { line: '        .vcpu $0200\n        ld¦wi far', hover: /Load a word[^]*\$11|0011/, after: '        .endvcpu' },
  { line: '        .vcpu $0200\n        LDWI f¦ar', hover: /label/, defined: 'far:', after: '        .endvcpu' },
  {
    line: '        .vcpu $0200\nmain:   BRA  ma¦in',
    hover: /label of the vCPU, `\$0200`/,
    defined: 'main:',
    after: '        .endvcpu',
  },
  {
    line: '        .lookup t, st¦ore at 251',
    hover: /macro/,
    defined: '.macro store',
    after: '        .endlookup',
  },
  { line: '        ld.¦2 $12', hover: /\*\*ld\*\*|mode/ },
  { line: '        nop  {$¦12}', hover: /18 = / },
  { line: '        st¦ore NUMBER', hover: /macro/, defined: '.macro store' },
  { line: '        store NUM¦BER', hover: /constant/, defined: 'NUMBER =' },
  { line: '        store va¦lue=3', hover: /parameter of macro store/, defined: '.macro store' },
  { line: '        store 3, to=[ba¦ck]', hover: /zero-page/, defined: '.zp back' },
  { line: '        store 3, to=[$¦1f]', hover: /31 = / },
  { line: '.if NUM¦BER > 3', hover: /constant/, defined: 'NUMBER =', after: '.endif' },
  { line: '.if NUMBER > ¦300', hover: /300 = /, after: '.endif' },
  { line: '.if defined(fa¦r)', hover: /label/, defined: 'far:', after: '.endif' },
  { line: '.if 0\n        ld   [ba¦ck]', hover: /zero-page/, defined: '.zp back', after: '.endif' },
  { line: '.if 0\n        ld   $¦31', hover: /49 = /, after: '.endif' },
  { line: '.if 0\n        l¦d   $31', hover: /\*\*ld\*\*/, after: '.endif' },
  { line: '.if 0\nnever:  bra  nev¦er', hover: /label/, defined: 'never:', after: '.endif' },
  { line: '.if 0\nnev¦er: bra  never', hover: /label/, defined: 'never:', after: '.endif' },
  { line: '.if 0\nSOME = 3\n        ld   SO¦ME', hover: /constant/, defined: 'SOME =', after: '.endif' },
  { line: '.if 0\n        bra  fa¦r', hover: /label/, defined: 'far:', after: '.endif' },
  { line: '.repeat NUM¦BER', hover: /constant/, defined: 'NUMBER =', after: '        nop\n.endrepeat' },
  { line: '.for i in 1..NUM¦BER', hover: /constant/, defined: 'NUMBER =', after: '        nop\n.endfor' },
  { line: '.for ¦i in 1..2', hover: /variable of \.for/, defined: '.for i', after: '        nop\n.endfor' },
  { line: '.zp other at NUM¦BER', hover: /constant/, defined: 'NUMBER =' },
  { line: '.row other, 0..NUM¦BER at $300', hover: /constant/, defined: 'NUMBER =' },
  { line: '.row other, 0..9 at $¦300', hover: /768 = / },
  { line: '.row other, 0..9 at $300 ind¦ex=number', hover: /index/ },
  { line: '.row other, 0..9 at $300 index=nu¦mber', hover: /number/ },
  { line: '.row other, 0..9 at $300 element=pi¦ece', hover: /piece/ },
  { line: '.row other, 0..9 at $300 side=wh¦ite', hover: /white/ },
  { line: '.row other, 0..9 at $300 set=ra¦ys', hover: /\.set rays/, defined: '.set rays' },
  { line: '.zp other role=cur¦sor', hover: /cursor/ },
  { line: '.set other, ¦n, s', hover: /bit 0/ },
  { line: '.timing account=acc¦ount', hover: /zero-page/, defined: '.zp account' },
  { line: '.timing sl¦ack=4', hover: /slack/ },
  { line: '.timing slack=¦4', hover: /4 = / },
  { line: '.org $¦700', hover: /1792 = / },
  { line: '.o¦rg $700', hover: /\.org/ },
  { line: '.word NUM¦BER, "text"', hover: /constant/, defined: 'NUMBER =' },
  { line: '.assert NUM¦BER > 3, "text"', hover: /constant/, defined: 'NUMBER =' },
  { line: '.exact st¦art, far, 3', hover: /label/, defined: 'start:' },
  { line: '.targets fa¦r', hover: /label/, defined: 'far:', after: '        bra [back]\n        nop' },
  { line: '.lint off GT0¦901', hover: /GT0901/ },
  { line: '.include <vid¦eo>', hover: /video/, defined: '' },
  { line: '.include "th¦ere.gtasm"', hover: /there\.gtasm/, defined: '' },
  { line: '.incbin "picture.b¦in"', hover: /picture\.bin/, defined: '' },
  { line: '; Draws. Clobbers: ba¦ck, AC\nroutine:', hover: /zero-page/, defined: '.zp back' },
  { line: '; routi¦ne: Draws. Clobbers: back, AC\nroutine:', hover: /label/, defined: 'routine:' },
  { line: '; Draws. Clobbers: back, A¦C\nroutine:', hover: /\*\*AC\*\*/ },
  { line: '; Draws. See: fa¦r\nroutine:', hover: /label/, defined: 'far:' },
  { line: '; Draws. Clob¦bers: back\nroutine:', hover: /Clobbers/ },
  { line: '.test "t" lim¦it=20', hover: /limit/, after: '        .run far, start\n.endtest' },
  { line: '.test "t" limit=2¦0', hover: /20 = /, after: '        .run far, start\n.endtest' },
  { line: '.test "t"\n.given ba¦ck = 3', hover: /zero-page/, defined: '.zp back', after: '.endtest' },
  { line: '.test "t"\n.given back = NUM¦BER', hover: /constant/, defined: 'NUMBER =', after: '.endtest' },
  { line: '.test "t"\n.given ¦x = 3', hover: /\*\*x\*\* — Low byte/, after: '.endtest' },
  { line: '.test "t"\n.given x = ¦300', hover: /300 = /, after: '.endtest' },
  { line: '.test "t"\n.given mail[NUM¦BER] = 3', hover: /constant/, defined: 'NUMBER =', after: '.endtest' },
  { line: '.test "t"\n.call fa¦r', hover: /label/, defined: 'far:', after: '.endtest' },
  { line: '.test "t"\n.run far, st¦art', hover: /label/, defined: 'start:', after: '.endtest' },
  { line: '.test "t"\n.expect cyc¦les = 3', hover: /cycles/, after: '.endtest' },
  { line: '.test "t"\n.cases va¦l\n.case 1\n.given x = val', hover: /val/, defined: '.cases val', after: '.endtest' },
  { line: '.test "t"\n.cases val\n.case 1\n.given x = v¦al', hover: /val/, defined: '.cases val', after: '.endtest' },
];

describe('a name that both arms of a condition define', () => {
  const marked = '.if 0\n«STEP» = 2\n.else\n«STEP» = 1\n.endif\n        ld   «ST¦EP»\n';

  it('is found in both', async () => {
    const { answer, source } = await server.ask<Location[]>('references', marked, {
      context: { includeDeclaration: true },
    });
    const lines = answer.map(({ range }) => range.start.line).sort((a, b) => a - b);
    expect(lines).toEqual(source.ranges.map(({ start }) => start.line));
  });

  it('is renamed in both', async () => {
    const { answer, source } = await server.ask<WorkspaceEdit>('rename', marked, { newName: 'PACE' });
    expect(applied(source.text, answer.changes![source.uri]!)).toBe(source.text.replaceAll('STEP', 'PACE'));
  });
});

describe('an anonymous label', () => {
  it('has all its uses, and cannot be renamed', async () => {
    const marked = ':       nop\n«:»       bne  «:¦-»\n        nop\n        bra  «:-»\n        bra  :+\n:       nop\n';
    const { answer, source } = await server.ask<Location[]>('references', marked, {
      context: { includeDeclaration: true },
    });
    expect(answer.map(({ range }) => range)).toEqual(source.ranges);
    expect((await server.ask('rename', marked, { newName: 'loop' })).answer).toBeNull();
  });
});

describe('every slot', () => {
  it.each(SLOTS)('$line', async (slot) => {
    const { hover, defined, uses } = await ask(slot);
    if (slot.hover === '') expect(hover).toBe('');
    else expect(hover).toMatch(slot.hover);
    if (slot.defined === undefined || slot.defined === '') return;
    expect(defined.startsWith(slot.defined), `${defined} for ${slot.defined}`).toBe(true);
    expect(uses).toBeGreaterThan(0);
  });
});
