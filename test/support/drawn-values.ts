/** Runs before each file of tests: property tests draw from one seed. If a test fails, fast-check names its own. */
import fc from 'fast-check';
import { SEED } from './draws.ts';

fc.configureGlobal({ seed: SEED });
