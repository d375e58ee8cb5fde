import { renderMarkdown as render, type NamedLink } from '@forgemesh/markdown';
import { MarkdownServiceDefinition } from '@forgemesh/proto/projects/v1/markdown';
import { operation, type ProjectsCall } from '../../../operation';

/** Renders Markdown. */
export const renderMarkdown = operation(MarkdownServiceDefinition.renderMarkdown, async (request, call) => {
  const { text, gfm: isFull } = request;
  return { html: await render(text, isFull ? { links: await linksIn(call, text) } : { plain: true }) };
});

/**
 * Links to the references in the text, limited to objects that the caller may read; empty without a
 * project.
 */
async function linksIn(call: ProjectsCall, text: string): Promise<Record<string, NamedLink>> {
  const project = call.optionalResource('project');
  if (!project) return {};
  const { links } = await call.deps.clients.referenceLinks.listReferenceLinks({ text, project_id: project.id });
  return Object.fromEntries(links.map(({ text: written, ...link }) => [written, link]));
}
