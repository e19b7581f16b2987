/** What hovers say about instructions and functions, for the cheat sheet, which says the same. */
export { FUNCTION_HELP } from './functions.ts';
export { effectOf } from './instruction-effect.ts';
export { MNEMONIC_HELP } from './mnemonics.ts';
