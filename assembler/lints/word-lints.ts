/** Words that are suspect by themselves or with the word after them: OUT, ctrl, idle encodings, X at a page end. */
import { hexByte, hexWord, isIdle, OUT_COLOUR, OUT_HSYNC, OUT_VSYNC } from '#isa';
import { codeAt, codeWords, type CodeWord, type LintContext, finding, intend, type LintFinding } from './context.ts';

const SYNC = OUT_VSYNC | OUT_HSYNC;

/** Runs the lints that look at single words. */
export function lintWords(context: LintContext): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  for (const word of codeWords(context)) {
    if (context.program.intended.has(word.address)) continue;
    for (const lint of [colourWithoutSync, controlWithoutLoad, doesNothing, wrappingX]) {
      const found = lint(context, word);
      if (found !== undefined) findings.push(found);
    }
  }
  return findings;
}

/** A constant colour with a sync line active, or a mask that takes the sync bits away. */
function colourWithoutSync(_: LintContext, { address, opcode, operand }: CodeWord): LintFinding | undefined {
  const constant = opcode.bus === 'd' && (opcode.operation === 'ld' || opcode.operation === 'anda');
  if (opcode.target !== 'out' || !constant) return undefined;
  if ((operand & SYNC) === SYNC || (operand & OUT_COLOUR) === 0) return undefined;
  const message = `${hexByte(operand)} sends a colour to OUT while a sync line is active; during sync the colour bits must be 0`;
  return finding('out-sync', address, message, {
    fix: {
      title: `Use ${hexByte(operand | SYNC)}`,
      edits: [
        {
          kind: 'replace',
          address,
          text: `${opcode.operation} ${hexByte(operand | SYNC)},out${opcode.incrementsX ? ',x++' : ''}`,
        },
      ],
    },
  });
}

function controlWithoutLoad(context: LintContext, { address, opcode }: CodeWord): LintFinding | undefined {
  if (opcode.mnemonic !== 'ctrl') return undefined;
  const next = codeAt(context, address + 1);
  if (next === undefined || next.opcode.mnemonic === 'ctrl' || next.opcode.readsRam) return undefined;
  const message = 'A ctrl must be followed by a load from RAM or another ctrl, or expansion boards can glitch a write';
  return finding('ctrl-next', address, message, {
    fix: { title: 'Insert ld [0], changing AC', edits: [{ kind: 'insert-after', address, text: 'ld   [0]' }] },
  });
}

/** Reports only forms that no expression can produce by chance: `adda offset` with an offset of 0 is good code. */
function doesNothing(_: LintContext, { address, opcode }: CodeWord): LintFinding | undefined {
  if (!isIdle(opcode) || opcode.mnemonic === 'nop') return undefined;
  return finding('does-nothing', address, `This ${opcode.mnemonic} leaves every register as it was; write nop`, {
    fix: { title: 'Replace by nop', edits: [{ kind: 'replace', address, text: 'nop' }] },
  });
}

/** From a constant in X on, along straight code: X counts past $ff and is used as an address again. */
function wrappingX(context: LintContext, { address, opcode, operand }: CodeWord): LintFinding | undefined {
  if (opcode.operation !== 'ld' || opcode.bus !== 'd' || opcode.target !== 'x') return undefined;
  let x = operand;
  for (let at = address + 1; ; at++) {
    const word = codeAt(context, at);
    if (word === undefined || word.opcode.operation === 'jump' || word.opcode.target === 'x') return undefined;
    const indexed = word.opcode.address === 'x' || word.opcode.address === 'yx' || word.opcode.address === 'yx++';
    if (indexed && x > 0xff) {
      const message = `X starts at ${hexByte(operand)} and has counted past $ff at ${hexWord(at)}; it wraps to $00 and Y stays`;
      if (context.program.intended.has(at)) return undefined;
      return finding('x-wraps', at, message, { related: { address, message: 'X is loaded here' }, fix: intend(at) });
    }
    if (word.opcode.incrementsX) x++;
  }
}
