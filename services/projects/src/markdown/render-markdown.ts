import { renderMarkdown as render } from '@forgemesh/markdown';
import { MarkdownServiceService } from '@forgemesh/proto/projects/v1/markdown';
import { operation } from '../operation';

/** Renders a text. */
export const renderMarkdown = operation(MarkdownServiceService.renderMarkdown, async (request) => ({
  html: await render(request.text, { plain: !request.gfm }),
}));
