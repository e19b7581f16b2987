/** The pictures of the package: small ones that are embedded in the README, and parts of them for other pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';

/** Width in pixels of a packed picture: about the width at which VS Code shows an extension's page. */
export const PACKED_WIDTH = 780;
/** WebP's quality. */
const QUALITY = 0.15;

/** A part of a picture, in pixels. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Makes a WebP picture from a PNG: all of it {@link PACKED_WIDTH} wide, or a part of it at the same scale. */
export async function writePacked(context: BrowserContext, png: string, webp: string, part?: Box): Promise<void> {
  const page = await context.newPage();
  const address = `data:image/png;base64,${readFileSync(png).toString('base64')}`;
  const made = await page.evaluate(
    async ([source, box, smaller, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const { x, y, width, height } = box ?? { x: 0, y: 0, width: image.width, height: image.height };
      const canvas = document.createElement('canvas');
      canvas.width = box === undefined ? smaller : width;
      canvas.height = Math.round((height * canvas.width) / width);
      const context = canvas.getContext('2d');
      if (context === null) return '';
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', quality);
    },
    [address, part, PACKED_WIDTH, QUALITY] as const,
  );
  await page.close();
  writeFileSync(webp, Buffer.from(made.slice(made.indexOf(',') + 1), 'base64'));
}
