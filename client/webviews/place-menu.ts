/**
 * The menu of a place in memory: VS Code shows it for an element with this context, on a right click or by the menu
 * key. package.json says which commands it has (`webview/context`).
 */
import type { Attributes } from './dom.ts';
import { memoryReference } from './messages.ts';

const NAME = 'data-vscode-context';

/** An entry of a declared table. @param index a number, or the name of a square */
export function entryMenu(table: string, index: number | string): Attributes {
  return placeMenu(`${table}[${index}]`);
}

/** A place in RAM by an expression, or by a memory reference with a length: `ram:0x0800/256`. */
export function placeMenu(place: string): Attributes {
  return menu('gigatron.place', place);
}

export function ramMenu(address: number, length: number, bank?: number): Attributes {
  return placeMenu(`${memoryReference('ram', address, bank)}/${length}`);
}

/** A word of ROM, which cannot be written. */
export function romMenu(address: number): Attributes {
  return menu('gigatron.rom', memoryReference('rom', address));
}

/** Sets the menu of an existing element; attributes without one remove it. */
export function setMenu(target: HTMLElement, attributes: Attributes): void {
  const context = attributes[NAME];
  if (context === undefined) target.removeAttribute(NAME);
  else target.setAttribute(NAME, context);
}

function menu(webviewSection: string, gigatronPlace: string): Attributes {
  return { [NAME]: JSON.stringify({ webviewSection, gigatronPlace, preventDefaultContextMenuItems: true }) };
}
