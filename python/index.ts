/** Builds in Python around asm.py: what every room may know of them. */
export { documentBeside } from './facts.ts';
