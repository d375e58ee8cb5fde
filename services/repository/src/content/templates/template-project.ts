/** Templates of the project that an administrator chose as the instance's template project. */
import type { Call } from '@forgemesh/rpc';
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { instanceSubject } from '#access';
import type { TemplatesDeps } from './deps';

/** Minimum license tier for a template project. */
const MIN_TIER = 2;

/** Keys of the templates of a type in the template project; empty if the instance has none. */
export async function listCustomTemplates(call: Call<TemplatesDeps>, type: string): Promise<string[]> {
  const source = await sourceOf(call, type);
  return source ? (await call.deps.clients.templates.listRepositoryTemplates(source)).keys : [];
}

/** Content of a template in the template project; undefined if none exists. */
export async function findCustomTemplate(
  call: Call<TemplatesDeps>,
  type: string,
  key: string,
): Promise<string | undefined> {
  const source = await sourceOf(call, type);
  return source ? (await call.deps.clients.templates.getRepositoryTemplate({ ...source, key })).content : undefined;
}

async function sourceOf(call: Call<TemplatesDeps>, type: string) {
  const { file_template_project_id: id } = call.deps.settings.current();
  if (!id || call.context.tier < MIN_TIER) return null;
  const project = await resolve(call.deps, id);
  if (!project?.found) return null;
  return { project_id: id, storage: project.storage, branch: project.default_branch, type };
}

/** By choosing the project, the administrator opened its templates to all users. */
async function resolve({ clients }: TemplatesDeps, id: number): Promise<AuthorizedResource | undefined> {
  const { resources } = await clients.access.authorize({
    subject: instanceSubject,
    references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(id) }],
  });
  return resources[0];
}
