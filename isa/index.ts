/** The facts about the machine, each in one place. All other code asks here. */
export * from './operations.ts';
export * from './instruction-table.ts';
export * from './word.ts';
export * from './rom-image.ts';
export * from './text.ts';
export * from './meaning.ts';
export * from './time-check.ts';
export * from './timing.ts';
export * from './vcpu.ts';
export * from './gt1.ts';
export { hexByte, hexWord } from '#basics';
