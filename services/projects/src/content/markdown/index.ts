import { renderMarkdown } from './operations/render-markdown';

export const markdownOperations = [renderMarkdown];
