/** Elements that the fragment of an address names, such as a comment or a heading of a text. */

/** Prefix of the ids in texts that the API renders; fragments leave it out. */
const TEXT_PREFIX = 'user-content-';
/** Attribute of the element that the address names; the style marks it. */
const MARK = 'data-target';
/** After this time, an element that is not on the page yet will not be. */
const WAIT_MS = 15_000;

/** Returns the element; within `root` first, because texts of a page may have the same headings. */
export function anchorElement(fragment: string, root?: Element): Element | undefined {
  const name = decoded(fragment.replace(/^#/, ''));
  if (name === '') return undefined;
  const ids = [name, `${TEXT_PREFIX}${name}`];
  for (const id of root ? ids : []) {
    const inside = root?.querySelector(`[id="${CSS.escape(id)}"]`);
    if (inside) return inside;
  }
  for (const id of ids) {
    const element = document.getElementById(id);
    if (element) return element;
  }
  return undefined;
}

/** Scrolls to an element and marks it instead of an earlier one. */
export function showAnchor(element: Element): void {
  for (const marked of document.querySelectorAll(`[${MARK}]`)) marked.removeAttribute(MARK);
  element.setAttribute(MARK, '');
  element.scrollIntoView({ block: element.clientHeight > window.innerHeight / 2 ? 'start' : 'center' });
}

/**
 * Shows the element of a fragment as soon as it is on the page, and again when what is loaded above
 * it moves it. It ends when the visitor scrolls. Returns a function that ends it.
 */
export function showAnchorWhenLoaded(fragment: string): () => void {
  let found: Element | undefined;
  const show = (): void => {
    const element = anchorElement(fragment);
    if (element && (element !== found || !isInView(element))) showAnchor(element);
    found = element;
  };
  const observer = new MutationObserver(show);
  const timer = setTimeout(stop, WAIT_MS);
  const ends = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const type of ends) window.removeEventListener(type, stop);
  }
  for (const type of ends) window.addEventListener(type, stop, { passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  show();
  return stop;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
