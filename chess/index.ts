/** The room's interface: decode the tables of a program from RAM, and build them anew from a board. */
export type * from './declarations.ts';
export type * from './decoded.ts';
export { decode } from './decode.ts';
