/** Writes the certificate of a timing proof, which `#verifier` checks; docs/verifier.md. */
export { certify, type Certified } from './certify.ts';
