/** Projects and groups that the visitor may see. */
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Group } from '#api/types';
import { Avatar } from '#components/avatar';
import { FilterSelect } from '#components/filter-select';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { ProjectList } from '#components/project-list';
import { SearchField } from '#components/search-field';
import { Empty, Loaded } from '#components/states';
import { VisibilityBadge } from '#components/visibility-badge';
import { groupKeys, listGroups } from '#data/groups';
import { projectKeys, listProjects } from '#data/projects';
import { groupPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';

const orders = { last_activity_at: 'Last activity', created_at: 'Created', name: 'Name' } as const;
type Order = keyof typeof orders;

/** Shows projects. */
export function ExplorePage() {
  useTitle('Explore');
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
        <h1>Explore</h1>
      </div>
      <Tabs current="projects" />
      <div className="toolbar">
        <SearchField label="Find a project" />
        <FilterSelect label="Sort by" name="order_by" options={orders} fallback="last_activity_at" />
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
  useTitle('Groups');
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
        <h1>Explore</h1>
      </div>
      <Tabs current="groups" />
      <div className="toolbar">
        <SearchField label="Find a group" />
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

/** Groups as a list. */
export function GroupList({ groups }: { groups: Group[] }) {
  if (groups.length === 0) return <Empty title="No groups" />;
  return (
    <ul className="card list">
      {groups.map((group) => (
        <li key={group.id}>
          <Avatar name={group.name} url={group.avatar_url} size={32} isSquare />
          <div className="grow">
            <div className="row row-wrap">
              <Link className="plain-link" to={groupPath(group.full_path)}>
                <strong>{group.full_name}</strong>
              </Link>
              <VisibilityBadge visibility={group.visibility} />
            </div>
            {group.description && <div className="muted small truncate">{group.description}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Tabs({ current }: { current: 'projects' | 'groups' }) {
  return (
    <nav className="tabs" aria-label="What to explore">
      <Link to="/explore" aria-current={current === 'projects' ? 'page' : undefined}>
        Projects
      </Link>
      <Link to="/explore/groups" aria-current={current === 'groups' ? 'page' : undefined}>
        Groups
      </Link>
    </nav>
  );
}
