/** The users of the instance: what they are, when they were here last, and links to change them. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { User } from '#api/types';
import { Avatar } from '#components/avatar';
import { FilterSelect } from '#components/filter-select';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { SearchField } from '#components/search-field';
import { Empty, Loaded } from '#components/states';
import { listUsers, userKeys } from '#data/users';
import { dateText } from '#lib/format';
import { useFilters } from '#lib/use-filters';
import { Table } from '../admin-table';
import { NewUser } from './user-forms';
import { queryOf, textsOf, userFilters, userOrders } from './user-filters';
import { UserBadges } from './user-badges';

/** Shows the users. */
export function AdminUsers() {
  const page = usePageNumber();
  const filters = useFilters();
  const search = filters.get('search');
  const query = {
    page,
    ...queryOf(userFilters, filters.get('filter')),
    ...queryOf(userOrders, filters.get('order')),
    ...(search !== undefined && { search }),
  };
  const users = useQuery({
    queryKey: userKeys.administeredPage(query),
    queryFn: () => listUsers(query),
  });
  return (
    <div className="stack">
      <div className="toolbar">
        <SearchField label={t`Search users`} />
        <FilterSelect name="filter" label={t`Filter`} options={textsOf(userFilters)} fallback="all" />
        <FilterSelect name="order" label={t`Order`} options={textsOf(userOrders)} fallback="newest" />
      </div>
      <Loaded query={users}>
        {(found) =>
          found.items.length === 0 ? (
            <Empty title={t`No users`}>
              <p>
                <Trans>No user matches the search and the filter.</Trans>
              </p>
            </Empty>
          ) : (
            <>
              <Table
                label={t`Users`}
                heads={[t`User`, t`Email address`, t`State`, t`Last sign-in`, t`Last activity`, t`Created`]}
              >
                {found.items.map((user) => (
                  <UserRow key={user.id} user={user} />
                ))}
              </Table>
              <Pagination page={found} />
            </>
          )
        }
      </Loaded>
      <NewUser />
    </div>
  );
}

function UserRow({ user }: { user: User }) {
  return (
    <tr>
      <td>
        <Link className="row plain-link" to={`/admin/users/${user.id}`}>
          <Avatar name={user.name} url={user.avatar_url} size={24} />
          <span>
            {user.name} <span className="muted">@{user.username}</span>
          </span>
        </Link>
      </td>
      <td className="muted">{user.email}</td>
      <td>
        <UserBadges user={user} />
      </td>
      <td>
        {user.last_sign_in_at ? (
          <RelativeTime time={user.last_sign_in_at} />
        ) : (
          <span className="muted">
            <Trans>never</Trans>
          </span>
        )}
      </td>
      <td>
        {user.last_activity_on ? (
          dateText(user.last_activity_on)
        ) : (
          <span className="muted">
            <Trans>none</Trans>
          </span>
        )}
      </td>
      <td>
        <RelativeTime time={user.created_at} />
      </td>
    </tr>
  );
}
