/**
 * Lets all web views use one service worker. VS Code gives each web view an origin, and so a worker, of its own.
 * code-server has one origin for all: each view's worker replaces the others', and now and then one waits forever
 * for its own and stays empty. Without the view's name in the address, it is the same worker for all.
 */
import { createHash } from 'node:crypto';

/**
 * Changes the page around every web view.
 * @param {string} html the page; its policy, if it has one, holds the hash of its script
 * @returns {string}
 * @throws if the page does not have the lines to change: another version of VS Code may need another change
 */
export function withSharedServiceWorker(html) {
  const sharing = html.replace('&id=${ID}&remoteAuthority', '&remoteAuthority');
  if (sharing === html) throw new Error("it does not register its service worker by the view's name");
  if (!html.includes('<meta http-equiv="Content-Security-Policy"')) return sharing;
  if (!html.includes(hashOf(html))) throw new Error('its policy does not hold the hash of its script');
  return sharing.replace(hashOf(html), hashOf(sharing));
}

/** @param {string} html */
function hashOf(html) {
  const [, script = ''] = /<script async type="module">([^]*?)<\/script>/.exec(html) ?? [];
  return createHash('sha256').update(script).digest('base64');
}
