/** The facts about the machine, each in one place. All other code asks here. */
export * from './operations.ts';
export * from './instruction-table.ts';
export * from './word.ts';
export * from './images.ts';
export * from './text.ts';
export * from './meaning.ts';
export * from './timing.ts';
export * from './time-check.ts';
export * from './run-declarations.ts';
export * from './vcpu.ts';
export * from './registers.ts';
export * from './ram.ts';
export * from './reference-core.ts';
export { hexByte, hexWord } from '#basics';
