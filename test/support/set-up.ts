/**
 * Runs before each test file: sets the seed of property tests (if one fails, fast-check names the seed of the failure)
 * and registers the hooks of shared code.
 */
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { endFile, endTest, startTest } from './after-tests.ts';
import { SEED } from './draws.ts';

fc.configureGlobal({ seed: SEED });
beforeEach(startTest);
afterEach(endTest);
afterAll(endFile);
