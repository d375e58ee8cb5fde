import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';

/** Keys of the queries of markdown. */
export const markdownKeys = {
  rendered: (project: string | undefined, text: string) => ['markdown', project, text],
} as const;

/** Render Markdown as HTML. */
export function renderMarkdown(body: BodyOf<'post', '/api/v4/markdown'>) {
  return unwrap(api.POST('/api/v4/markdown', { body }));
}
