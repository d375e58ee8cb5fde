/** A snippet of a user or project. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api, unwrap } from '#api/client';
import { DiscussionList } from '#components/discussion/discussion-list';
import { snippetDiscussions } from '#components/discussion/source';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Loaded } from '#components/states';
import { useProjectLevel } from '#data/access';
import { useCurrentUser } from '#data/current-user';
import { useProject } from '#data/project-context';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { SnippetView } from './snippet-view';

/** Shows the snippet of a project with its discussions. */
export function ProjectSnippetPage() {
  const project = useProject();
  const user = useCurrentUser();
  const level = useProjectLevel(project);
  const { id = '' } = useParams();
  const base = '/api/v4/projects/{id}/snippets/{snippet_id}';
  const params = { path: { id: String(project.id), snippet_id: Number(id) } };
  const query = useQuery({
    queryKey: ['snippet', project.id, id],
    queryFn: () => unwrap(api.GET(base, { params })),
  });
  useTitle(query.data?.title, 'Snippets', project.name_with_namespace);
  const snippets = projectPath(project.path_with_namespace, 'snippets');
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Snippets', to: snippets }, { text: `$${id}` }]}>
      <Loaded query={query}>
        {(snippet) => (
          <>
            <SnippetView
              snippet={snippet}
              raw={`/api/v4/projects/${project.id}/snippets/${snippet.id}/raw`}
              project={project.path_with_namespace}
              list={snippets}
              canChange={level >= Level.maintainer || (level >= Level.guest && snippet.author?.id === user?.id)}
              change={(body) => unwrap(api.PUT(base, { params, body }))}
              remove={() => unwrap(api.DELETE(base, { params }))}
            />
            <DiscussionList
              source={snippetDiscussions(project, snippet.id)}
              canModerate={level >= Level.maintainer}
              canComment={!project.archived}
            />
          </>
        )}
      </Loaded>
    </Main>
  );
}

/** Shows the snippet of a user. */
export function SnippetPage() {
  const user = useCurrentUser();
  const { id = '' } = useParams();
  const base = '/api/v4/snippets/{snippet_id}';
  const params = { path: { snippet_id: Number(id) } };
  const query = useQuery({ queryKey: ['snippet', id], queryFn: () => unwrap(api.GET(base, { params })) });
  useTitle(query.data?.title, 'Snippets');
  return (
    <Main>
      <Loaded query={query}>
        {(snippet) => (
          <SnippetView
            snippet={snippet}
            raw={`/api/v4/snippets/${snippet.id}/raw`}
            list="/dashboard/snippets"
            canChange={user !== undefined && (snippet.author?.id === user.id || user.is_admin === true)}
            change={(body) => unwrap(api.PUT(base, { params, body }))}
            remove={() => unwrap(api.DELETE(base, { params }))}
          />
        )}
      </Loaded>
    </Main>
  );
}
