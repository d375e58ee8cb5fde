import { renderMarkdown } from './render-markdown';

export const markdownOperations = [renderMarkdown];
