/** What hovers say about instructions and functions, for the cheat sheet, which says the same. */
export { effectOf } from './instruction-effect.ts';
export { FUNCTION_HELP, MNEMONIC_HELP } from './words.ts';
