import { renderMarkdown } from './render-markdown';
import { renderMarkdownTexts } from './render-markdown-texts';

export const markdownOperations = [renderMarkdown, renderMarkdownTexts];
