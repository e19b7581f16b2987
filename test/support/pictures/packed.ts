/** The pictures of the package: the README's own, small enough to embed in its text, and parts of them for pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';

/** Width in pixels of a packed picture: about as wide as VS Code shows the page of an extension. */
export const PACKED_WIDTH = 780;
/** WebP's quality. */
const QUALITY = 0.3;

/** A part of a picture, in its pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Converts a PNG to a smaller WebP picture. */
export async function writePacked(context: BrowserContext, png: string, webp: string): Promise<void> {
  await convert(context, png, webp, undefined);
}

/** Cuts a part out of a PNG, as a WebP picture of the same scale. */
export async function writePart(context: BrowserContext, png: string, webp: string, part: Box): Promise<void> {
  await convert(context, png, webp, part);
}

async function convert(context: BrowserContext, png: string, webp: string, part: Box | undefined): Promise<void> {
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
