/** Text inside of a page. */

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text that cannot end its element early: both languages read `<\\/` in a string as `</`. */
export function inElement(text: string, element: 'script' | 'style'): string {
  return text.replaceAll(new RegExp(`</(?=${element})`, 'gi'), '<\\/');
}
