/** Presents snippets. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { Snippet, SnippetAuthor } from '@forgemesh/proto/projects/v1/snippet';
import { fullPathOf } from '#namespaces';
import type { SnippetDocument } from './snippet.model';
import type { SnippetViewDeps, SnippetsDeps } from './deps';

/** Presents snippets with one query for their authors. Emails are shown to signed-in users only. */
export async function presentSnippets(
  deps: SnippetViewDeps,
  snippets: readonly SnippetDocument[],
  { with_email }: { with_email: boolean },
): Promise<ResponseOf<Snippet>[]> {
  const ids = [...new Set(snippets.map(({ author_id: id }) => id))];
  const projectIds = [...new Set(snippets.map(({ project_id: id }) => id).filter((id) => id !== null))];
  const [{ users }, paths] = await Promise.all([
    ids.length === 0 ? { users: [] } : deps.clients.directory.listUserProfiles({ ids }),
    projectPaths(deps, projectIds),
  ]);
  const authors = new Map(users.map((user) => [user.id, presentAuthor(user, with_email)]));
  return snippets.map((snippet) => presentOne(deps, snippet, authors, paths));
}

/** A snippet in events: as a signed-in user sees it, without its content. */
export async function presentSnippetEvent(
  deps: SnippetsDeps,
  snippet: SnippetDocument,
): Promise<EventEntity<'projects.snippet.updated'>> {
  const [entity] = await presentSnippets(deps, [snippet], { with_email: true });
  if (!entity) throw new Error('one snippet has one entity');
  return entity;
}

function presentOne(
  { urls }: Pick<SnippetsDeps, 'urls'>,
  snippet: SnippetDocument,
  authors: ReadonlyMap<number, ResponseOf<SnippetAuthor>>,
  paths: ReadonlyMap<number, string>,
): ResponseOf<Snippet> {
  const path = snippet.project_id === null ? '' : `${paths.get(snippet.project_id) ?? ''}/`;
  const webUrl = urls.page(`${path}snippets/${snippet._id}`);
  return {
    id: snippet._id,
    title: snippet.title,
    file_name: snippet.file_name,
    description: snippet.description ?? null,
    visibility: snippet.visibility,
    author: authors.get(snippet.author_id) ?? null,
    updated_at: snippet.updated_at.toISOString(),
    created_at: snippet.created_at.toISOString(),
    project_id: snippet.project_id ?? null,
    web_url: webUrl,
    raw_url: `${webUrl}/raw`,
  };
}

function presentAuthor(user: UserProfile, withEmail: boolean): ResponseOf<SnippetAuthor> {
  const { id, name, username, state, avatar_url, web_url, email, created_at } = user;
  return {
    id,
    name,
    username,
    state,
    avatar_url: avatar_url ?? null,
    web_url,
    ...(withEmail && { email }),
    created_at,
  };
}

async function projectPaths(
  deps: Pick<SnippetsDeps, 'projects' | 'namespaceTree'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const projects = await deps.projects.model
    .find({ _id: { $in: ids } }, { path: 1, namespace_id: 1, ancestor_ids: 1 })
    .lean();
  const tree = await deps.namespaceTree.loadCachedTree(
    projects.flatMap(({ namespace_id: id, ancestor_ids: above }) => [...above, id]),
  );
  return new Map(
    projects.map((project) => {
      const namespace = tree.get(project.namespace_id);
      return [project._id, namespace ? `${fullPathOf(namespace, tree)}/${project.path}` : project.path];
    }),
  );
}
