import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';

/** Render Markdown as HTML. */
export function renderMarkdown(body: BodyOf<'post', '/api/v4/markdown'>) {
  return unwrap(api.POST('/api/v4/markdown', { body }));
}
