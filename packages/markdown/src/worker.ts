/** Entry point of the worker thread for long texts. */
import { render, type MarkdownOptions } from './render';

/** Renders one text. */
export function renderTask({ text, options }: { text: string; options: MarkdownOptions }): string {
  return render(text, options);
}
