import { defineConfig } from 'vitest/config';

/** Long random tests, run by `npm run fuzz`; the suite proper has shorter ones. Each step is told as it ends. */
export default defineConfig({ test: { include: ['test/fuzz/**/*.fuzz.ts'], reporters: ['verbose'] } });
