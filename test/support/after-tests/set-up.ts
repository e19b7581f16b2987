/** Runs before each file of tests: registers what shared code does after its tests. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { endFile, endTest, startTest } from './actions.ts';

beforeEach(startTest);
afterEach(endTest);
afterAll(endFile);
