/** The pictures of the packed README: the README's own, small enough to embed in its text. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';

/** Width in pixels, and WebP's quality. */
const WIDTH = 1020;
const QUALITY = 0.75;

/** Converts a PNG to a smaller WebP picture. */
export async function writePacked(context: BrowserContext, png: string, webp: string): Promise<void> {
  const page = await context.newPage();
  const address = `data:image/png;base64,${readFileSync(png).toString('base64')}`;
  const made = await page.evaluate(
    async ([source, width, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = Math.round((image.height * width) / image.width);
      const context = canvas.getContext('2d');
      if (context === null) return '';
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', quality);
    },
    [address, WIDTH, QUALITY] as const,
  );
  await page.close();
  writeFileSync(webp, Buffer.from(made.slice(made.indexOf(',') + 1), 'base64'));
}
