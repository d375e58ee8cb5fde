/** Search over everything that the visitor may see, or in one project. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Page } from '#api/page';
import type { Commit, Entity, Issue, MergeRequest, Project, Snippet } from '#api/types';
import { Avatar } from '#components/avatar';
import { ItemList } from '#components/item-list';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { ProjectList } from '#components/project-list';
import { RelativeTime } from '#components/relative-time';
import { SearchField } from '#components/search-field';
import { StateBadge } from '#components/state-badge';
import { Empty, Loaded } from '#components/states';
import { VisibilityBadge } from '#components/visibility-badge';
import { useProjectQuery } from '#data/projects';
import { searchKeys, searchEverywhere, searchProject } from '#data/search';
import { pathOf, projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { CommitList } from '#pages/commits/commit-list';
import { useIsSignedIn } from '#session/use-session';
import { FoundFiles } from './found-files';

const globalScopes = {
  projects: t`Projects`,
  blobs: t`Code`,
  issues: t`Issues`,
  merge_requests: t`Merge requests`,
  milestones: t`Milestones`,
  users: t`Users`,
  snippet_titles: t`Snippets`,
} as const;

const projectScopes = {
  blobs: t`Code`,
  issues: t`Issues`,
  merge_requests: t`Merge requests`,
  commits: t`Commits`,
  milestones: t`Milestones`,
  users: t`Users`,
} as const;

type Scope = keyof typeof globalScopes | keyof typeof projectScopes;

/** Shows what was found. The project is the parameter `project`, by its full path. */
export function SearchPage() {
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const project = params.get('project') ?? '';
  const isSignedIn = useIsSignedIn();
  const scopes: Partial<Record<Scope, string>> = project === '' ? globalScopes : projectScopes;
  // Visitors see the profile of a user, but no list of them.
  const names = (Object.keys(scopes) as Scope[]).filter((name) => isSignedIn || name !== 'users');
  const scope = names.find((name) => name === params.get('scope')) ?? names[0] ?? 'projects';
  useTitle(search, t`Search`, project);
  return (
    <Main>
      <div className="page-header">
        <h1>
          {project === '' ? (
            <Trans>Search</Trans>
          ) : (
            <Trans>
              Search in <Link to={projectPath(project)}>{project}</Link>
            </Trans>
          )}
        </h1>
        {project !== '' && (
          <Link className="button button-small" to={`/search?${new URLSearchParams({ search, scope }).toString()}`}>
            <Trans>Search everywhere</Trans>
          </Link>
        )}
      </div>
      <div className="toolbar">
        <SearchField key={search} label={t`Search for`} />
      </div>
      <nav className="tabs" aria-label={t`What to search`}>
        {names.map((name) => {
          const next = new URLSearchParams(params);
          next.set('scope', name);
          next.delete('page');
          return (
            <Link key={name} to={`?${next.toString()}`} aria-current={name === scope ? 'page' : undefined}>
              {scopes[name]}
            </Link>
          );
        })}
      </nav>
      {scope === 'blobs' && (
        <p className="field-hint">
          <Trans>
            <code>path:</code>, <code>filename:</code> and <code>extension:</code> limit the search, such as{' '}
            <code>timeout path:src/ -extension:md</code>.
          </Trans>
        </p>
      )}
      {search === '' ? (
        <Empty title={t`Enter what to search for`} />
      ) : project === '' ? (
        <GlobalResults search={search} scope={scope as keyof typeof globalScopes} />
      ) : (
        <ProjectResults search={search} scope={scope as keyof typeof projectScopes} project={project} />
      )}
    </Main>
  );
}

function GlobalResults({ search, scope }: { search: string; scope: keyof typeof globalScopes }) {
  const page = usePageNumber();
  const query = useQuery({
    queryKey: searchKeys.everywhere(scope, search, page),
    queryFn: () => searchEverywhere({ scope, search, page }),
  });
  return <Results query={query} scope={scope} project="" search={search} />;
}

interface ProjectResultsProps {
  search: string;
  scope: keyof typeof projectScopes;
  project: string;
}

function ProjectResults({ search, scope, project }: ProjectResultsProps) {
  const page = usePageNumber();
  const found = useProjectQuery(project);
  const query = useQuery({
    queryKey: searchKeys.inProject(project, scope, search, page),
    queryFn: () => searchProject(project, { scope, search, page }),
    enabled: found.data !== undefined,
  });
  return (
    <Results
      query={found.error ? { ...query, error: found.error } : query}
      scope={scope}
      project={project}
      search={search}
    />
  );
}

interface ResultsProps {
  query: Parameters<typeof Loaded<Page<unknown>>>[0]['query'];
  scope: Scope;
  project: string;
  search?: string;
}

function Results({ query, scope, project, search = '' }: ResultsProps) {
  return (
    <Loaded query={query} lines={8}>
      {(page) =>
        page.items.length === 0 ? (
          <Empty title={t`Nothing was found`}>
            <p>
              <Trans>Try other or fewer words, or another kind of result.</Trans>
            </p>
            {page.unanswered !== undefined && (
              <p>
                <Trans>Only the most recently active projects were searched.</Trans>
              </p>
            )}
          </Empty>
        ) : (
          <>
            {page.total !== undefined && (
              <p className="muted small">{plural(page.total, { one: '# result', other: '# results' })}</p>
            )}
            {page.unanswered !== undefined && (
              <p className="notice">
                <Trans>Only the most recently active projects were searched.</Trans>
              </p>
            )}
            <Found items={page.items} scope={scope} project={project} search={search} />
            <Pagination page={page} />
          </>
        )
      }
    </Loaded>
  );
}

interface FoundProps {
  /** Entities of the scope: the API answers another type for each. */
  items: unknown[];
  scope: Scope;
  project: string;
  search: string;
}

function Found({ items, scope, project, search }: FoundProps) {
  switch (scope) {
    case 'projects':
      return <ProjectList projects={items as Project[]} />;
    case 'issues':
    case 'merge_requests':
      return (
        <div className="card">
          <ItemList items={items as (Issue | MergeRequest)[]} isMergeRequest={scope === 'merge_requests'} />
        </div>
      );
    case 'blobs':
      return <FoundFiles files={items as Entity<'repository.FoundBlob'>[]} project={project} search={search} />;
    case 'commits':
      return <CommitList commits={items as Commit[]} project={project} />;
    case 'users':
      return <FoundUsers users={items as Entity<'identity.User'>[]} />;
    case 'milestones':
      return <FoundMilestones milestones={items as Entity<'collaboration.Milestone'>[]} />;
    case 'snippet_titles':
      return <FoundSnippets snippets={items as Snippet[]} />;
  }
}

function FoundUsers({ users }: { users: Entity<'identity.User'>[] }) {
  return (
    <ul className="card list">
      {users.map((user) => (
        <li key={user.id}>
          <Avatar name={user.name} url={user.avatar_url} size={32} />
          <Link className="plain-link" to={pathOf(user.web_url)}>
            <strong>{user.name}</strong> <span className="muted">@{user.username}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function FoundMilestones({ milestones }: { milestones: Entity<'collaboration.Milestone'>[] }) {
  return (
    <ul className="card list">
      {milestones.map((milestone) => (
        <li key={milestone.id}>
          <Link className="plain-link grow" to={pathOf(milestone.web_url)}>
            <strong>{milestone.title}</strong>
          </Link>
          <StateBadge kind="milestone" state={milestone.state} />
        </li>
      ))}
    </ul>
  );
}

function FoundSnippets({ snippets }: { snippets: Snippet[] }) {
  return (
    <ul className="card list">
      {snippets.map((snippet) => (
        <li key={snippet.id}>
          <Link className="plain-link grow" to={pathOf(snippet.web_url)}>
            <strong>{snippet.title}</strong>
          </Link>
          <VisibilityBadge visibility={snippet.visibility} />
          <span className="muted small">
            <RelativeTime time={snippet.updated_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
