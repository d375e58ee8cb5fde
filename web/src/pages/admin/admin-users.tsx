/** Users of the instance, with forms to change them. */
import { useQuery } from '@tanstack/react-query';
import { Pagination, usePageNumber } from '#components/pagination';
import { SearchField } from '#components/search-field';
import { Empty, Loaded } from '#components/states';
import { UserLink } from '#components/user-link';
import { useCurrentUser } from '#data/current-user';
import { userKeys, blockUser, listUsers, unblockUser } from '#data/users';
import { useAction } from '#lib/use-action';
import { useFilters } from '#lib/use-filters';
import { EditUser, NewUser } from './user-forms';
import './admin.css';

/** Shows the users. */
export function AdminUsers() {
  const page = usePageNumber();
  const search = useFilters().get('search');
  const current = useCurrentUser();
  const query = useQuery({
    queryKey: userKeys.administeredPage(search, page),
    queryFn: () => listUsers({ page, ...(search !== undefined && { search }) }),
  });
  const { run, isBusy } = useAction(userKeys.administered);
  return (
    <div className="stack">
      <div className="toolbar">
        <SearchField label="Search users" />
      </div>
      <Loaded query={query}>
        {(users) =>
          users.items.length === 0 ? (
            <Empty title="No users" />
          ) : (
            <>
              <ul className="card list">
                {users.items.map((user) => {
                  const isActive = user.state === 'active';
                  return (
                    <li key={user.id} className="row-wrap">
                      <UserLink user={user} size={32} />
                      <span className="muted grow truncate">
                        @{user.username} {user.email}
                      </span>
                      {user.is_admin && <span className="badge badge-purple">Administrator</span>}
                      <span className={`badge ${isActive ? 'badge-green' : 'badge-red'}`}>{user.state}</span>
                      {user.id !== current?.id && (
                        <button
                          type="button"
                          className="button button-small"
                          aria-label={`${isActive ? 'Block' : 'Unblock'} ${user.name}`}
                          disabled={isBusy}
                          onClick={() => void run(() => (isActive ? blockUser(user.id) : unblockUser(user.id)))}
                        >
                          {isActive ? 'Block' : 'Unblock'}
                        </button>
                      )}
                      <EditUser user={user} />
                    </li>
                  );
                })}
              </ul>
              <Pagination page={users} />
            </>
          )
        }
      </Loaded>
      <NewUser />
    </div>
  );
}
