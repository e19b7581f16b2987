/** Writes the certificate of a timing proof, which `#verifier` checks; docs/verifier.md. */
export { certify, certifyEach, type Certified, type PartlyCertified } from './certify.ts';
