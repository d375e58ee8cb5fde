/** The groups of the instance with their sizes. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FilterSelect } from '#components/filter-select';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { SearchField } from '#components/search-field';
import { Empty, Loaded } from '#components/states';
import { VisibilityBadge } from '#components/visibility-badge';
import { groupKeys, listGroups } from '#data/groups';
import { sizeText } from '#lib/format';
import { groupPath } from '#lib/paths';
import { useFilters } from '#lib/use-filters';
import { Table } from './admin-table';

const orders = { name: t`By name`, newest: t`Newest first` };

/** Shows the groups. */
export function AdminGroups() {
  const page = usePageNumber();
  const filters = useFilters();
  const search = filters.get('search');
  const isNewestFirst = filters.get('order') === 'newest';
  const query = {
    page,
    statistics: true,
    all_available: true,
    order_by: isNewestFirst ? ('id' as const) : ('name' as const),
    sort: isNewestFirst ? ('desc' as const) : ('asc' as const),
    ...(search !== undefined && { search }),
  };
  const groups = useQuery({
    queryKey: groupKeys.administered(query),
    queryFn: () => listGroups(query),
  });
  return (
    <div className="stack">
      <div className="toolbar">
        <SearchField label={t`Search groups`} />
        <FilterSelect name="order" label={t`Order`} options={orders} fallback="name" />
      </div>
      <Loaded query={groups}>
        {(found) =>
          found.items.length === 0 ? (
            <Empty title={t`No groups`}>
              <p>{search === undefined ? t`Groups hold the projects of a team.` : t`No group matches the search.`}</p>
            </Empty>
          ) : (
            <>
              <Table
                label={t`Groups`}
                heads={[t`Group`, t`Visibility`, t`Size of its projects`, t`Created`, t`Actions`]}
              >
                {found.items.map((group) => (
                  <tr key={group.id}>
                    <td>
                      <Link to={groupPath(group.full_path)}>{group.name}</Link>
                      <div className="muted small">{group.full_path}</div>
                    </td>
                    <td>
                      <VisibilityBadge visibility={group.visibility} />
                    </td>
                    <td>{group.statistics ? sizeText(group.statistics.storage_size) : '–'}</td>
                    <td>
                      <RelativeTime time={group.created_at} />
                    </td>
                    <td>
                      <span className="row">
                        <Link
                          className="button button-small"
                          to={groupPath(group.full_path, 'group_members')}
                          aria-label={t`Members of ${group.full_path}`}
                        >
                          <Trans>Members</Trans>
                        </Link>
                        <Link
                          className="button button-small"
                          to={groupPath(group.full_path, 'edit')}
                          aria-label={t`Settings of ${group.full_path}`}
                        >
                          <Trans>Settings</Trans>
                        </Link>
                      </span>
                    </td>
                  </tr>
                ))}
              </Table>
              <Pagination page={found} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}
