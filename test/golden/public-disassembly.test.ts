/**
 * Released ROM images, disassembled and assembled again: the same image, without findings, the vCPU recognised.
 *
 * The images are not part of this project: the folder `.cache/roms` may hold them as NAME.rom, and beside them their
 * listings as NAME.lst.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assemble, disassemble, findInterpreter, readSymbols } from '#assembler';
import { loadRom } from '#isa';
import { good } from '#test/good.ts';

const FOLDER = join(import.meta.dirname, '../../.cache/roms');
const images = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.rom')) : [];

it('are read if they are there', () => {
  expect(images.length > 0).toBe(existsSync(FOLDER));
});

it.each(images)('%s', (name) => {
  const path = join(FOLDER, name);
  const loaded = good(loadRom(readFileSync(path)));
  const image = loaded.rom;
  const listing = path.replace(/rom$/, 'lst');
  const texts = existsSync(listing) ? [{ name: listing, text: readFileSync(listing, 'utf8') }] : [];
  const names = good(readSymbols(texts));
  const text = disassemble(image, { name: (address) => names.labels.get(address) });
  const assembly = assemble('main.gtasm', { read: () => ({ text }) });
  expect(assembly.diagnostics).toEqual([]);
  expect(Buffer.from(assembly.image.buffer).equals(Buffer.from(image.buffer))).toBe(true);
  expect(findInterpreter(image)).toMatchObject({ dispatch: 0x0309, page: 3 });
});
