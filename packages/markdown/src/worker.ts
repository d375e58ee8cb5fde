/** Entry point of the worker threads. */
import { handleRequests } from '@forgemesh/threads';
import { render, type MarkdownOptions } from './render';

/** A text to render. */
export interface RenderRequest {
  text: string;
  options: MarkdownOptions;
}

handleRequests(({ text, options }: RenderRequest) => render(text, options));
