import { MarkdownServiceDefinition } from '@forgemesh/proto/projects/v1/markdown';
import { operation, type Call } from '@forgemesh/rpc';
import { assertAnonymousText } from '../anonymous-limits';
import type { MarkdownDeps } from '../deps';
import { linksInTexts } from '../links-in-texts';

/** Renders Markdown. */
export const renderMarkdown = operation(
  MarkdownServiceDefinition.renderMarkdown,
  async (request, call: Call<MarkdownDeps>) => {
    const { text, gfm: isFull, wiki: isWiki = false } = request;
    if (!call.user) assertAnonymousText(text, 'text');
    const options = isFull ? { links: await linksInTexts(call, [text]), isWiki } : { plain: true };
    return { html: await call.deps.markdown.render(text, call.caller.key, options) };
  },
);
