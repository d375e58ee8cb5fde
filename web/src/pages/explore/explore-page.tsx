/** Projects and groups that the visitor may see. */
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
import { Loaded } from '#components/states';
import { groupKeys, listGroups } from '#data/groups';
import { projectKeys, listProjects } from '#data/projects';
import { useTitle } from '#lib/use-title';

const orders = { last_activity_at: t`Last activity`, created_at: t`Created`, name: t`Name` } as const;
type Order = keyof typeof orders;

/** Shows projects. */
export function ExplorePage() {
  useTitle(t`Explore`);
  const [params] = useSearchParams();
  const page = usePageNumber();
  const search = params.get('search') ?? '';
  const chosen = params.get('order_by') as Order | null;
  const order = chosen !== null && chosen in orders ? chosen : 'last_activity_at';
  const query = useQuery({
    queryKey: projectKeys.explored(search, order, page),
    queryFn: () => {
      const sort = order === 'name' ? ('asc' as const) : ('desc' as const);
      const filter = { order_by: order, sort, page, ...(search !== '' && { search }) };
      return listProjects(filter);
    },
  });
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>Explore</Trans>
        </h1>
      </div>
      <Tabs current="projects" />
      <div className="toolbar">
        <SearchField label={t`Find a project`} />
        <FilterSelect label={t`Sort by`} name="order_by" options={orders} fallback="last_activity_at" />
      </div>
      <Loaded query={query} lines={10}>
        {(projects) => (
          <>
            <ProjectList projects={projects.items} />
            <Pagination page={projects} />
          </>
        )}
      </Loaded>
    </Main>
  );
}

/** Shows groups. */
export function ExploreGroupsPage() {
  useTitle(t`Groups`);
  const [params] = useSearchParams();
  const page = usePageNumber();
  const search = params.get('search') ?? '';
  const query = useQuery({
    queryKey: groupKeys.list(search, page),
    queryFn: () => listGroups({ all_available: true, page, ...(search !== '' && { search }) }),
  });
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>Explore</Trans>
        </h1>
      </div>
      <Tabs current="groups" />
      <div className="toolbar">
        <SearchField label={t`Find a group`} />
      </div>
      <Loaded query={query} lines={10}>
        {(groups) => (
          <>
            <GroupList groups={groups.items} />
            <Pagination page={groups} />
          </>
        )}
      </Loaded>
    </Main>
  );
}

function Tabs({ current }: { current: 'projects' | 'groups' }) {
  return (
    <nav className="tabs" aria-label={t`What to explore`}>
      <Link to="/explore" aria-current={current === 'projects' ? 'page' : undefined}>
        <Trans>Projects</Trans>
      </Link>
      <Link to="/explore/groups" aria-current={current === 'groups' ? 'page' : undefined}>
        <Trans>Groups</Trans>
      </Link>
    </nav>
  );
}
