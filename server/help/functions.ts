/** The function of expressions that takes a name, not a value; the others stand in the assembler's table. */
export const DEFINED = { name: 'defined', summary: 'whether a name is defined: 1 or 0' } as const;
