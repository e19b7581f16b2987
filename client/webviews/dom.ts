/**
 * The few helpers that build and update elements. No framework: the views are small and their
 * structure is fixed; what changes are texts and attributes.
 */
const SVG = 'http://www.w3.org/2000/svg';

export type Attributes = Readonly<Record<string, string>>;
export type Child = Node | string;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

function filled<E extends Element>(made: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: readonly Node[]): SVGElement {
  return filled(document.createElementNS(SVG, tag) as SVGElement, attributes, children);
}

/** The names of classes whose conditions hold, for the attribute `class`. */
export function classes(conditions: Readonly<Record<string, boolean>>): string {
  return Object.keys(conditions)
    .filter((name) => conditions[name])
    .join(' ');
}

/** What the colours of a drawing stand for: each kind is a class of the style sheet. */
export function colourKey(kinds: readonly string[]): HTMLElement {
  const items = kinds.map((kind) => element('li', {}, element('span', { class: `swatch ${kind}` }), kind));
  return element('ul', { class: 'key', 'aria-label': 'Colours' }, ...items);
}

/** Sets what differs, and removes attributes that were set before and that `attributes` no longer has. */
export function updateAttributes(target: Element, before: Attributes, attributes: Attributes): void {
  for (const name of Object.keys(before)) {
    if (!(name in attributes)) target.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (before[name] !== value) target.setAttribute(name, value);
  }
}

export function updateText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * Sets the text of a live region.
 * @param isQuiet whether screen readers stay silent about it: what changes all the time would drown all else
 */
export function updateStatus(target: Element, text: string, isQuiet: boolean): void {
  const live = isQuiet ? 'off' : 'polite';
  if (target.getAttribute('aria-live') !== live) target.setAttribute('aria-live', live);
  updateText(target, text);
}
