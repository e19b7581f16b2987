/** The assembler: text to image, listing, debug information and findings; and what an editor asks about a source. */
export * from './debug-info.ts';
export * from './source.ts';
export * from './diagnostic.ts';
export * from './diagnostic-codes.ts';
export * from './syntax.ts';
export * from './assembly.ts';
