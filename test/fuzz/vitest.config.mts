import { defineConfig } from 'vitest/config';
import main from '../../vitest.config.mts';

/** Long random tests, run by `npm run fuzz`; the main suite has shorter ones. Each step is reported as it ends. */
export default defineConfig({
  test: { ...main.test, include: ['test/fuzz/**/*.fuzz.ts'], reporters: ['verbose'] },
});
