/**
 * Which view a page shows: the body of the page names it. Views that share code share a script, too.
 *
 * @param views how each view of the script starts, by name
 */
export function startNamed(views: Readonly<Record<string, () => void>>): void {
  views[document.body.dataset['view'] ?? '']?.();
}
