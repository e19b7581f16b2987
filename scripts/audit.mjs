/**
 * `node scripts/audit.mjs`: known vulnerabilities in the libraries that are bundled. Those that only build and test
 * the extension do not count. If the registry does not answer, it says so and does not fail.
 */
import * as esbuild from 'esbuild';
import { BUNDLES, ROOT } from './bundles.mjs';
import { bundledPackages } from './notices.mjs';
import { npm, runQuietly } from './processes.mjs';

const builds = Object.values(BUNDLES).map((options) => esbuild.build({ ...options, metafile: true, write: false }));
const bundled = new Set(
  bundledPackages((await Promise.all(builds)).map(({ metafile }) => metafile)).map(({ name }) => name),
);

const [program, args, options] = npm(['audit', '--json']);
const { output } = await runQuietly(program, args, { cwd: ROOT, ...options });
const vulnerabilities = vulnerabilitiesIn(output);
if (vulnerabilities === undefined) {
  console.log('Known vulnerabilities in bundled libraries: not checked (the registry does not answer).');
} else {
  const found = Object.values(vulnerabilities).filter(({ name }) => bundled.has(name));
  for (const { name, severity, range } of found) console.error(`${name} ${range}: ${severity}; see npm audit`);
  console.log(`Known vulnerabilities in ${bundled.size} bundled libraries: ${found.length}`);
  process.exitCode = found.length === 0 ? 0 : 1;
}

/**
 * The registry's answer, without npm's own messages.
 * @param {string} text
 * @returns {Record<string, { name: string, severity: string, range: string }> | undefined}
 */
function vulnerabilitiesIn(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)).vulnerabilities;
  } catch {
    return undefined;
  }
}
