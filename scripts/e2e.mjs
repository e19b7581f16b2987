/**
 * `npm run e2e`: the end-to-end tests in real VS Code, with the extension as it is packed.
 *
 * Builds, packs, installs VS Code's web server (once), and has vitest run test/e2e/. Further arguments
 * go to vitest, such as the name of a test file, or another configuration: `npm run pictures` draws the
 * README's pictures in this way.
 */
import { join } from 'node:path';
import { endAllWithUs, run } from './processes.mjs';
import { findChromium } from './chromium.mjs';
import { build, installDependencies, pack, ROOT } from './set-up.mjs';
import { installWebServer } from './vscode-web.mjs';

endAllWithUs();
if (findChromium() === '') {
  console.error('The end-to-end tests need Chromium or Chrome: install it, or name it in CHROMIUM.');
  process.exit(1);
}
const ready = (await installDependencies()) && (await build()) && (await pack()) && (await installWebServer());
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const given = process.argv.slice(2);
const config = given.includes('--config') ? [] : ['--config', 'test/e2e/vitest.config.mts'];
const args = [vitest, 'run', ...config, ...given];
process.exitCode = ready ? await run(process.execPath, args, { cwd: ROOT }) : 1;
