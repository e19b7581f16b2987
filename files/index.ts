/** Files as every room sees them: content up to a limit, and the sentences for what cannot be read or written. */
export * from './content.ts';
export * from './reasons.ts';
