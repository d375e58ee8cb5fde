// Runs in a page (`page-layout.ts`), so it uses nothing of Node.

/** Height of a comment box before a text is entered, in pixels. */
const MAX_EDITOR_HEIGHT = 300;
/** Height of what is around it, such as its buttons. */
const MAX_FRAME_HEIGHT = 150;

/** Returns what is wrong with the layout of the page, each with its element. */
globalThis.measureLayout = () => {
  const problems = [];
  const describe = (element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}: ${(element.textContent ?? '').trim().slice(0, 60)}`;
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(isShown);

  /** Whether an element lies in one that hides or scrolls what is wider than itself. */
  const isScrolled = (element) => {
    let { position } = getComputedStyle(element);
    for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      // What contains an element with an absolute position is not always its parent.
      if (position === 'absolute' && style.position === 'static') continue;
      if (style.overflowX !== 'visible') return true;
      position = style.position;
    }
    return false;
  };

  const overflow = document.documentElement.scrollWidth - window.innerWidth;
  if (overflow > 0) {
    const isBeyond = (element) => element.getBoundingClientRect().right > window.innerWidth && !isScrolled(element);
    const elements = shown('body *').filter(isBeyond).slice(-3).map(describe);
    problems.push(`the page is ${overflow} pixels wider than the screen: ${elements.join(', ')}`);
  }

  const { overflowY, textAlign } = getComputedStyle(document.body);
  if (overflowY !== 'visible') problems.push('the page cannot be scrolled');
  if (textAlign !== 'start') problems.push('texts are not at the start of their lines');

  // The frame, and controls that most pages have.
  const [header] = shown('body > #root > header');
  if (!header || getComputedStyle(header).position !== 'sticky') problems.push('the header has no style');
  if (shown('main h1').length === 0 && document.querySelector('main h1') === null) problems.push('no first heading');
  for (const button of shown('main .button')) {
    if (getComputedStyle(button).borderRadius === '0px' && !button.closest('.button-group'))
      problems.push(`a button has no style: ${describe(button)}`);
  }
  for (const control of shown('main .button, main .badge, main h1, main h2, main .tabs a, .menu-items code')) {
    const { overflowX, textOverflow } = getComputedStyle(control);
    const isCut =
      control.scrollWidth > control.clientWidth + 1 && overflowX !== 'visible' && textOverflow !== 'ellipsis';
    if (isCut && control.clientWidth > 1) problems.push(`a text is cut: ${describe(control)}`);
  }

  const pen = document.createElement('canvas').getContext('2d');
  for (const select of shown('main select')) {
    const { font, paddingLeft } = getComputedStyle(select);
    const text = select.selectedOptions[0]?.text ?? '';
    if (!pen) continue;
    pen.font = font;
    // The arrow takes about as much as the text is high.
    const room = select.clientWidth - 2 * parseFloat(paddingLeft);
    if (pen.measureText(text).width > room) problems.push(`a choice is cut: ${text}`);
  }

  for (const field of shown('main textarea')) {
    const { height } = field.getBoundingClientRect();
    const box = field.closest('form') ?? field;
    const isComment = /comment|reply/i.test(field.getAttribute('aria-label') ?? '');
    if (
      isComment &&
      (height > MAX_EDITOR_HEIGHT || box.getBoundingClientRect().height > MAX_EDITOR_HEIGHT + MAX_FRAME_HEIGHT)
    )
      problems.push(`a comment box is ${Math.round(height)} pixels high: ${describe(field)}`);
  }

  // Texts that touch each other belong to elements whose layout is missing.
  const textRect = (element, isEnd) => {
    const rects = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest('.visually-hidden')) continue;
      range.selectNodeContents(walker.currentNode);
      rects.push(...[...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1));
    }
    return isEnd ? rects.at(-1) : rects[0];
  };
  const continuous = 'pre, code, table, .katex, svg, mark, .cm-editor, .markdown, .markdown-source, [contenteditable]';
  for (const element of shown('main *')) {
    const next = element.nextSibling;
    if (!(next instanceof HTMLElement) || !isShown(next) || element.closest(continuous)) continue;
    if ((element.textContent ?? '').trim() === '' || (next.textContent ?? '').trim() === '') continue;
    if (/\s$/.test(element.textContent ?? '') || /^\s/.test(next.textContent ?? '')) continue;
    const [end, start] = [textRect(element, true), textRect(next, false)];
    if (!end || !start) continue;
    const isOnOneLine = start.top < end.bottom - 2 && end.top < start.bottom - 2;
    const gap = start.left - end.right;
    if (isOnOneLine && gap > -4 && gap < 1) problems.push(`texts touch: ${describe(element)} | ${describe(next)}`);
  }
  return problems;
};
