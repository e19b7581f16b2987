/** What a page asks its browser for. */

/** Offers a file for saving. @param data its bytes, base64 */
export function saveFile(name: string, data: string): void {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  save(name, new Blob([bytes]));
}

export function saveText(name: string, text: string): void {
  save(name, new Blob([text], { type: 'text/plain' }));
}

function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // By then, the browser itself holds on to the content.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Puts a text into the clipboard. At an insecure address, a browser has only the old way. */
export function copyText(text: string): void {
  void navigator.clipboard?.writeText(text).catch(() => copyBySelection(text));
  if (navigator.clipboard === undefined) copyBySelection(text);
}

function copyBySelection(text: string): void {
  const area = Object.assign(document.createElement('textarea'), { value: text });
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** What the browser keeps for a page, from one visit to the next; nothing where it keeps nothing. */
export const kept = {
  get(key: string): string | undefined {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set(key: string, text: string): boolean {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  },
};
