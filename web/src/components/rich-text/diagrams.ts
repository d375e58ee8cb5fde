/**
 * Mermaid diagrams. Each is drawn in a sandboxed frame, because the library creates HTML and styles
 * of its own, which the content policy of the pages does not allow.
 */
import { t } from '@lingui/core/macro';
import type { DiagramRequest, DiagramResponse } from '../../diagram/messages';
import { languageOf } from './code-blocks';

const FRAME_ADDRESS = '/-/frames/diagram';
/** Further diagrams of a text stay code. */
const MAX_DIAGRAMS = 50;
const MAX_SOURCE_LENGTH = 50_000;
/** Diagrams are drawn when they come near the visible part of the page. */
const MARGIN = '400px';
const MAX_HEIGHT = 4_000;

/** Draws the diagrams in an element as they come into view. */
export function showDiagrams(element: HTMLElement, signal: AbortSignal): void {
  const blocks = [...element.querySelectorAll<HTMLElement>('pre > code[class*="language-"]')]
    .filter((block) => languageOf(block) === 'mermaid' && block.textContent.length <= MAX_SOURCE_LENGTH)
    .slice(0, MAX_DIAGRAMS);
  if (blocks.length === 0) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        draw(target as HTMLElement, signal);
      }
    },
    { rootMargin: MARGIN },
  );
  for (const block of blocks) observer.observe(block.parentElement ?? block);
  signal.addEventListener('abort', () => observer.disconnect());
}

function draw(code: HTMLElement, signal: AbortSignal): void {
  const source = code.textContent;
  const frame = document.createElement('iframe');
  frame.className = 'diagram';
  frame.title = t`Diagram`;
  // Without `allow-same-origin`, its scripts can reach nothing of the instance.
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = FRAME_ADDRESS;
  const onMessage = (event: MessageEvent<DiagramResponse>): void => {
    if (event.source !== frame.contentWindow) return;
    const { data } = event;
    if (data.type === 'ready') {
      const request: DiagramRequest = { source, isDark: isDark() };
      // The frame has no origin that could be named; it gets only what the text says.
      frame.contentWindow?.postMessage(request, '*');
    } else if (data.type === 'drawn') {
      frame.style.height = `${Math.min(Math.ceil(data.height), MAX_HEIGHT)}px`;
      frame.title = data.title === '' ? t`Diagram` : t`Diagram: ${data.title}`;
      // The frame reports its height again when its width changes.
      if (frame.dataset['state'] === 'drawn') return;
      frame.dataset['state'] = 'drawn';
      code.before(sourceToggle(code));
      code.hidden = true;
    } else {
      frame.remove();
      code.title = t`This diagram cannot be drawn: ${data.message}`;
      code.classList.add('diagram-error');
    }
  };
  window.addEventListener('message', onMessage, { signal });
  code.before(frame);
}

function sourceToggle(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-plain button-small';
  button.textContent = t`Source`;
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => {
    code.hidden = !code.hidden;
    button.setAttribute('aria-expanded', String(!code.hidden));
  });
  return button;
}

function isDark(): boolean {
  const theme = document.documentElement.dataset['theme'];
  return theme === undefined ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
