/**
 * The functions of expressions: those of the assembler's table, and those that take no values.
 */
import { FUNCTIONS } from '#assembler';

interface FunctionHelp {
  /** What it takes, in words. */
  readonly usage: string;
  /** What it returns, in words. */
  readonly summary: string;
}

const OF_OTHERS: Readonly<Record<string, FunctionHelp>> = {
  defined: { usage: 'a name', summary: 'whether a name is defined: 1 or 0' },
  end: { usage: 'the name of declared RAM', summary: 'address after its last byte' },
  length: { usage: 'a text', summary: 'number of characters' },
};

/** Help on all functions, by name. */
export const FUNCTION_HELP: ReadonlyMap<string, FunctionHelp> = new Map([
  ...Object.entries(FUNCTIONS),
  ...Object.entries(OF_OTHERS),
]);
