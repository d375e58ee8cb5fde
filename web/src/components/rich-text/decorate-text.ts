/**
 * What pages add to a rendered text: colours of code and of labels, formulas and diagrams. The
 * libraries are loaded when a text needs them.
 */
import { colorCode } from './code-blocks';
import { showDiagrams } from './diagrams';
import { showFormulas } from './formulas';
import './rich-text.css';

const COLOR = /^#[\da-f]{6}$/i;

/** Decorates the text in an element; returns a function that ends it. */
export function decorateText(element: HTMLElement | null): () => void {
  if (!element) return () => undefined;
  const { signal, abort } = abortable();
  colorLabels(element);
  void colorCode(element, signal);
  void showFormulas(element, signal);
  showDiagrams(element, signal);
  return abort;
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

function colorLabels(element: HTMLElement): void {
  for (const label of element.querySelectorAll<HTMLElement>('a.reference[data-color]')) {
    const color = label.dataset['color'] ?? '';
    if (!COLOR.test(color)) continue;
    label.classList.add('label-chip');
    label.style.setProperty('--label-color', color);
  }
}
