/** `/dashboard/projects`, `.../starred` and `/dashboard/groups`: what belongs to the visitor. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { FilterSelect } from '#components/filter-select';
import { GroupList } from '#components/group-list';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { ProjectList } from '#components/project-list';
import { SearchField } from '#components/search-field';
import { Empty, Loaded } from '#components/states';
import { groupKeys, listGroups } from '#data/groups';
import { projectKeys, listProjects } from '#data/projects';
import { oneOf } from '#lib/use-filters';
import { useTitle } from '#lib/use-title';

const MIN_GUEST_LEVEL = 10;

const projectOrders = {
  '': t`Last activity`,
  updated_at: t`Updated`,
  created_at: t`Created`,
  name: t`Name`,
};

/** Shows the projects of which the visitor is a member. */
export function OwnProjectsPage() {
  return <Projects title={t`Your projects`} kind="membership" address="/dashboard/projects" />;
}

/** Shows the projects that the visitor has starred. */
export function StarredProjectsPage() {
  return <Projects title={t`Starred projects`} kind="starred" address="/dashboard/projects/starred" />;
}

interface ProjectsProps {
  title: string;
  kind: 'membership' | 'starred';
  address: string;
}

function Projects({ title, kind, address }: ProjectsProps) {
  useTitle(title);
  const { search, page } = useListAddress();
  const order = oneOf(useSearchParams()[0].get('order') ?? undefined, ['name', 'created_at', 'updated_at']);
  const wanted = {
    order_by: order ?? ('last_activity_at' as const),
    sort: order === 'name' ? ('asc' as const) : ('desc' as const),
    page,
    ...(search !== '' && { search }),
  };
  const query = useQuery({
    queryKey: projectKeys.ofVisitor(kind, wanted),
    queryFn: () => listProjects({ [kind]: true, ...wanted }),
  });
  return (
    <Main>
      <div className="page-header">
        <h1>{title}</h1>
        <Link className="button button-primary" to="/projects/new">
          <Trans>New project</Trans>
        </Link>
      </div>
      <OwnTabs current={address} />
      <div className="toolbar">
        <SearchField key={address} label={t`Find a project`} />
        <FilterSelect label={t`Order`} name="order" options={projectOrders} fallback="" />
      </div>
      <Loaded query={query} lines={10}>
        {(projects) =>
          projects.items.length === 0 && search === '' ? (
            <NoProjects kind={kind} />
          ) : (
            <>
              <ProjectList projects={projects.items} />
              <Pagination page={projects} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

/** What to do without projects. */
export function NoProjects({ kind }: { kind: ProjectsProps['kind'] }) {
  if (kind === 'starred')
    return (
      <Empty title={t`No starred projects`}>
        <p>
          <Trans>A star on the page of a project brings it into this list.</Trans>
        </p>
        <Link className="button" to="/explore">
          <Trans>Explore projects</Trans>
        </Link>
      </Empty>
    );
  return (
    <Empty title={t`No projects`}>
      <p>
        <Trans>Create a project, or ask its members to add you to theirs.</Trans>
      </p>
      <Link className="button button-primary" to="/projects/new">
        <Trans>New project</Trans>
      </Link>
    </Empty>
  );
}

/** Shows the groups of which the visitor is a member. */
export function OwnGroupsPage() {
  useTitle(t`Your groups`);
  const { search, page } = useListAddress();
  const query = useQuery({
    queryKey: groupKeys.ofVisitor(search, page),
    queryFn: () => listGroups({ min_access_level: MIN_GUEST_LEVEL, page, ...(search !== '' && { search }) }),
  });
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>Your groups</Trans>
        </h1>
        <Link className="button button-primary" to="/groups/new">
          <Trans>New group</Trans>
        </Link>
      </div>
      <OwnTabs current="/dashboard/groups" />
      <div className="toolbar">
        <SearchField label={t`Find a group`} />
      </div>
      <Loaded query={query} lines={10}>
        {(groups) =>
          groups.items.length === 0 && search === '' ? (
            <Empty title={t`No groups`}>
              <p>
                <Trans>A group has projects and members of its own.</Trans>
              </p>
              <Link className="button button-primary" to="/groups/new">
                <Trans>New group</Trans>
              </Link>
            </Empty>
          ) : (
            <>
              <GroupList groups={groups.items} />
              <Pagination page={groups} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

const tabs = [
  { to: '/dashboard/projects', text: t`Your projects` },
  { to: '/dashboard/projects/starred', text: t`Starred` },
  { to: '/dashboard/groups', text: t`Your groups` },
];

/** The lists of the visitor. */
export function OwnTabs({ current }: { current: string }) {
  return (
    <nav className="tabs" aria-label={t`Your projects and groups`}>
      {tabs.map(({ to, text }) => (
        <Link key={to} to={to} aria-current={to === current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

function useListAddress(): { search: string; page: number } {
  const [params] = useSearchParams();
  return { search: params.get('search') ?? '', page: usePageNumber() };
}
