/**
 * The packed README: docs/marketplace.md, with pictures that do not need the repository.
 *
 * VS Code and the Marketplace show pictures from a web address or from the text itself, not from files beside the text.
 * So a picture either gets an address below `images`, or its smaller form from docs/pictures/packed/ is embedded in the
 * text.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundles.mjs';

const SOURCE = 'docs/marketplace.md';
/** A picture of docs/pictures/: what it shows, and its name. */
const PICTURE = /!\[([^\]]*)\]\(pictures\/([\w-]+)\.png\)/g;

/**
 * The text of the README.
 * @param {string | undefined} images web address of the folder docs/pictures; the Marketplace requires `https:`
 */
export function packedReadme(images) {
  const text = readFileSync(join(ROOT, SOURCE), 'utf8');
  return text.replace(
    PICTURE,
    (_, shows, name) => `![${shows}](${images === undefined ? embedded(name) : at(images, name)})`,
  );
}

/**
 * @param {string} images
 * @param {string} name
 */
function at(images, name) {
  return `${images.replace(/\/$/, '')}/${name}.png`;
}

/** @param {string} name */
function embedded(name) {
  const bytes = readFileSync(join(ROOT, 'docs/pictures/packed', `${name}.webp`));
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
