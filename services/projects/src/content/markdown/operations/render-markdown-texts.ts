import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { MarkdownServiceDefinition } from '@forgemesh/proto/projects/v1/markdown';
import { operation, type Call } from '@forgemesh/rpc';
import { assertAnonymousTexts } from '../anonymous-limits';
import type { MarkdownDeps } from '../deps';
import { linksInTexts } from '../links-in-texts';

/** Renders several Markdown texts of a project. */
export const renderMarkdownTexts = operation(
  MarkdownServiceDefinition.renderMarkdownTexts,
  async ({ texts = [], wiki: isWiki = false }, call: Call<MarkdownDeps>) => {
    if (!call.user) assertAnonymousTexts(texts, 'texts');
    const options = { links: await linksInTexts(call, texts), isWiki };
    const rendered: { html: string }[] = [];
    // One after the other: a caller uses at most one thread at a time, and short texts are rendered
    // in this one.
    for (const text of texts) {
      rendered.push({ html: await call.deps.markdown.render(text, call.caller.key, options) });
      await yieldToEventLoop();
      call.signal.throwIfAborted();
    }
    return { texts: rendered };
  },
);
