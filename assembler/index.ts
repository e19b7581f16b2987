/** The assembler: text to image, listing, debug information and findings; and what an editor asks about a source. */
export * from './debug-info.ts';
export * from './source.ts';
export * from './diagnostic.ts';
export * from './diagnostic-codes.ts';
export * from './syntax.ts';
export * from './assembly.ts';
export { applyEdits, applyFixes } from './apply-fixes.ts';
export { assemble } from './assemble.ts';
export { DIRECTIVES, type DirectiveInfo } from './directives.ts';
export { FUNCTIONS } from './evaluate.ts';
export { formsOf, isMnemonic, mnemonics, MNEMONIC_ALIASES } from './instruction-forms.ts';
export { HEADER_KEYS, isHeader, parseHeader, type RoutineHeader } from './routine-header.ts';
export { fnv1a64 } from './hash.ts';
export { disassemble, imageOfRom, type DisassembleOptions } from './disassemble.ts';
export { createSession, type Session } from './session.ts';
export { Memory as AssemblyMemory } from './memory.ts';
export { formatLine, formatSource } from './format.ts';
export type { RoutineFacts } from './timing/index.ts';
