/** A snippet of a user or project. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { DiscussionList } from '#components/discussion/discussion-list';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Loaded } from '#components/states';
import { useProjectLevel } from '#data/access';
import { useCurrentUser } from '#data/current-user';
import { snippetDiscussions } from '#data/discussions';
import { useProject } from '#data/project-context';
import {
  snippetKeys,
  rawSnippetAddress,
  deletePersonalSnippet,
  deleteProjectSnippet,
  getPersonalSnippet,
  getProjectSnippet,
  updatePersonalSnippet,
  updateProjectSnippet,
} from '#data/snippets';
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
  const query = useQuery({
    queryKey: snippetKeys.ofProject(project.id, Number(id)),
    queryFn: () => getProjectSnippet(project.id, Number(id)),
  });
  useTitle(query.data?.title, t`Snippets`, project.name_with_namespace);
  const snippets = projectPath(project.path_with_namespace, 'snippets');
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Snippets`, to: snippets }, { text: `$${id}` }]}>
      <Loaded query={query}>
        {(snippet) => (
          <div className="stack">
            <SnippetView
              snippet={snippet}
              raw={rawSnippetAddress(snippet.id, project.id)}
              project={project.path_with_namespace}
              list={snippets}
              canChange={level >= Level.maintainer || (level >= Level.guest && snippet.author?.id === user?.id)}
              change={(body) => updateProjectSnippet(project.id, Number(id), body)}
              remove={() => deleteProjectSnippet(project.id, Number(id))}
            />
            <DiscussionList
              source={snippetDiscussions(project, snippet.id)}
              canModerate={level >= Level.maintainer}
              canComment={!project.archived}
            />
          </div>
        )}
      </Loaded>
    </Main>
  );
}

/** Shows the snippet of a user. */
export function SnippetPage() {
  const user = useCurrentUser();
  const { id = '' } = useParams();
  const query = useQuery({ queryKey: snippetKeys.personal(id), queryFn: () => getPersonalSnippet(Number(id)) });
  useTitle(query.data?.title, t`Snippets`);
  return (
    <Main>
      <Loaded query={query}>
        {(snippet) => (
          <SnippetView
            snippet={snippet}
            raw={rawSnippetAddress(snippet.id)}
            list="/dashboard/snippets"
            canChange={user !== undefined && (snippet.author?.id === user.id || user.is_admin === true)}
            change={(body) => updatePersonalSnippet(Number(id), body)}
            remove={() => deletePersonalSnippet(Number(id))}
          />
        )}
      </Loaded>
    </Main>
  );
}
