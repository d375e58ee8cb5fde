import { InvalidParameterError } from '@forgemesh/errors';
import type { NamedLink } from '@forgemesh/markdown';
import { MarkdownServiceDefinition } from '@forgemesh/proto/projects/v1/markdown';
import { operation, type Call } from '@forgemesh/rpc';
import type { MarkdownDeps } from '../deps';

/** Maximum size of a text without a token, in bytes. */
const MAX_ANONYMOUS_BYTES = 32_768;

/** Renders Markdown. */
export const renderMarkdown = operation(
  MarkdownServiceDefinition.renderMarkdown,
  async (request, call: Call<MarkdownDeps>) => {
    const { text, gfm: isFull } = request;
    if (!call.user && Buffer.byteLength(text) > MAX_ANONYMOUS_BYTES)
      throw new InvalidParameterError(`text is too long (maximum is ${MAX_ANONYMOUS_BYTES} bytes without a token)`);
    const options = isFull ? { links: await linksIn(call, text) } : { plain: true };
    return { html: await call.deps.markdown.render(text, call.caller.key, options) };
  },
);

/**
 * Links to the references in the text, limited to objects that the caller may read; empty without a
 * project.
 */
async function linksIn(call: Call<MarkdownDeps>, text: string): Promise<Record<string, NamedLink>> {
  const project = call.optionalResource('project');
  if (!project) return {};
  const { links } = await call.deps.clients.referenceLinks.listReferenceLinks({ text, project_id: project.id });
  return Object.fromEntries(links.map(({ text: written, ...link }) => [written, link]));
}
