import { defineConfig } from 'vitest/config';

/** Long random tests, run by `npm run fuzz`; the main suite has shorter ones. Each step is reported as it ends. */
export default defineConfig({ test: { include: ['test/fuzz/**/*.fuzz.ts'], reporters: ['verbose'] } });
