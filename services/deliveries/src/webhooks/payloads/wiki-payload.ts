/** Hook payloads of wiki pages. */
import { queryCode } from '#access';
import { findHookProject, projectBlock, userBlock, withAbsolutePictures } from './common-blocks';
import type { PushedCommit } from './entities';
import type { PayloadsDeps } from './deps';

const formats: Record<string, string> = { md: 'markdown', rdoc: 'rdoc', asciidoc: 'asciidoc', org: 'org' };
const pageFile = /\.(md|markdown|mkdn?|mdown|rdoc|asciidoc|adoc|org)$/i;
const WIKI_BRANCH = 'master';

/** A changed page. */
export interface PageChange {
  action: 'create' | 'update' | 'delete';
  slug: string;
  /** File extension of the page. */
  extension: string;
  message: string;
}

/** The pages that a commit changes. A moved page counts as one changed page. */
export function pageChanges({ added, modified, removed, message }: PushedCommit): PageChange[] {
  const pages = (paths: string[]): string[] => paths.filter((path) => pageFile.test(path));
  const [fresh, deleted] = [pages(added), pages(removed)];
  const isMove = fresh.length === 1 && deleted.length === 1;
  const change = (action: PageChange['action']) => (path: string) => {
    const at = path.lastIndexOf('.');
    return { action, slug: path.slice(0, at), extension: path.slice(at + 1).toLowerCase(), message };
  };
  return [
    ...fresh.map(change(isMove ? 'update' : 'create')),
    ...pages(modified).map(change('update')),
    ...(isMove ? [] : deleted.map(change('delete'))),
  ];
}

/** Payload of `Wiki Page Hook`. A deleted page has no content. */
export async function wikiPayload(
  deps: PayloadsDeps,
  projectId: number,
  change: PageChange,
  actor: number | null,
): Promise<object | null> {
  const project = await findHookProject(deps, projectId);
  if (!project) return null;
  const { slug, action, message } = change;
  const page = await queryCode(deps, projectId, (context) =>
    deps.clients.wikis.getWikiPage({ id: String(projectId), slug }, { context }),
  );
  const path = `${project.path_with_namespace}.wiki`;
  return {
    object_kind: 'wiki_page',
    user: await userBlock(deps, actor),
    project: projectBlock(project),
    wiki: {
      web_url: `${project.web_url}/-/wikis/home`,
      git_ssh_url: wikiUrl(project.ssh_url_to_repo),
      git_http_url: wikiUrl(project.http_url_to_repo),
      path_with_namespace: path,
      default_branch: WIKI_BRANCH,
    },
    object_attributes: {
      title: page?.title ?? slug.slice(slug.lastIndexOf('/') + 1).replaceAll('-', ' '),
      content: withAbsolutePictures(page?.content ?? '', project),
      format: page?.format ?? formats[change.extension] ?? 'markdown',
      message,
      slug,
      url: `${project.web_url}/-/wikis/${slug}`,
      action,
    },
  };
}

/** The clone URL of the wiki of a project. */
function wikiUrl(url: string | null | undefined): string {
  return (url ?? '').replace(/\.git$/, '.wiki.git');
}
