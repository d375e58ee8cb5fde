/** Lists of snippets: of a project, of the visitor, and public ones. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Page } from '#api/page';
import type { Snippet } from '#api/types';
import type { Crumb } from '#components/page/breadcrumbs';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { VisibilityBadge } from '#components/visibility-badge';
import { useProjectLevel } from '#data/access';
import { useProject } from '#data/project-context';
import { snippetKeys, listPersonalSnippets, listProjectSnippets, listPublicSnippets } from '#data/snippets';
import { Level } from '#lib/levels';
import { pathOf, projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { useIsSignedIn } from '#session/use-session';

/** Shows the snippets of the project. */
export function ProjectSnippetsPage() {
  const project = useProject();
  useTitle(t`Snippets`, project.name_with_namespace);
  const mayCreate = useProjectLevel(project) >= Level.reporter && !project.archived;
  return (
    <Snippets
      title={t`Snippets`}
      crumbs={[...projectCrumbs(project), { text: t`Snippets` }]}
      queryKey={snippetKeys.listOfProject(project.id)}
      load={(page) => listProjectSnippets(project.id, { page })}
    >
      {mayCreate && <NewSnippet to={projectPath(project.path_with_namespace, 'snippets', 'new')} />}
    </Snippets>
  );
}

/** Shows the snippets of the visitor. */
export function OwnSnippetsPage() {
  useTitle(t`Your snippets`);
  return (
    <Snippets title={t`Your snippets`} queryKey={snippetKeys.own} load={(page) => listPersonalSnippets({ page })}>
      <NewSnippet to="/-/snippets/new" />
    </Snippets>
  );
}

/** Shows the public snippets of the instance. */
export function ExploreSnippetsPage() {
  useTitle(t`Public snippets`);
  const isSignedIn = useIsSignedIn();
  return (
    <Snippets title={t`Public snippets`} queryKey={snippetKeys.public} load={(page) => listPublicSnippets({ page })}>
      {isSignedIn && <NewSnippet to="/-/snippets/new" />}
    </Snippets>
  );
}

function NewSnippet({ to }: { to: string }) {
  return (
    <Link className="button button-primary" to={to}>
      <Trans>New snippet</Trans>
    </Link>
  );
}

interface SnippetsProps {
  title: string;
  crumbs?: Crumb[];
  queryKey: readonly unknown[];
  load: (page: number) => Promise<Page<Snippet>>;
  /** Buttons beside the title. */
  children: ReactNode;
}

function Snippets({ title, crumbs, queryKey, load, children }: SnippetsProps) {
  const page = usePageNumber();
  const query = useQuery({ queryKey: [...queryKey, page], queryFn: () => load(page) });
  return (
    <Main {...(crumbs && { crumbs })}>
      <div className="page-header">
        <h1>{title}</h1>
        {children}
      </div>
      <Loaded query={query}>
        {(snippets) =>
          snippets.items.length === 0 ? (
            <Empty title={t`No snippets`} />
          ) : (
            <>
              <ul className="card list">
                {snippets.items.map((snippet) => (
                  <li key={snippet.id}>
                    <div className="grow">
                      <Link className="plain-link" to={pathOf(snippet.web_url)}>
                        <strong>{snippet.title}</strong>
                      </Link>
                      <div className="muted small truncate">
                        {snippet.file_name} · {snippet.author?.name}
                      </div>
                    </div>
                    <VisibilityBadge visibility={snippet.visibility} />
                    <span className="muted small">
                      <RelativeTime time={snippet.updated_at} />
                    </span>
                  </li>
                ))}
              </ul>
              <Pagination page={snippets} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}
