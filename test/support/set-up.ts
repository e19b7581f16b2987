/**
 * Runs before each file of tests: property tests draw from one seed (if a test fails, fast-check names its own), and
 * what shared code does after its tests is registered.
 */
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { endFile, endTest, startTest } from './after-tests.ts';
import { SEED } from './draws.ts';

fc.configureGlobal({ seed: SEED });
beforeEach(startTest);
afterEach(endTest);
afterAll(endFile);
