import type { NamedLink } from '@forgemesh/markdown';
import type { Call } from '@forgemesh/rpc';
import type { MarkdownDeps } from './deps';

/**
 * Links to the references in texts of the project that the call names, limited to objects that the
 * caller may read; empty without a project.
 */
export async function linksInTexts(
  call: Call<MarkdownDeps>,
  texts: readonly string[],
): Promise<Record<string, NamedLink>> {
  const project = call.optionalResource('project');
  if (!project) return {};
  const request = { text: '', texts: [...texts], project_id: project.id };
  const { links } = await call.deps.clients.referenceLinks.listReferenceLinks(request);
  return Object.fromEntries(links.map(({ text: written, shown, ...link }) => [written, { ...link, text: shown }]));
}
