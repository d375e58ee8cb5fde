import { api, unwrap, unwrapPage } from '#api/client';
import { RelativeTime } from '#components/relative-time';
import { ManagedList } from '#components/settings/managed-list';
import { UserLink } from '#components/user-link';
import { apiPathOf, type Owner } from '#data/owner';
import { Level } from '#lib/levels';

/** Users who want to become members of a project or group. */
export function AccessRequests({ owner }: { owner: Owner }) {
  const base = `${apiPathOf(owner)}/access_requests` as const;
  const path = { id: owner.id };
  return (
    <ManagedList
      title="Requests for access"
      queryKey={['access-requests', owner.kind, owner.id]}
      load={(page) => unwrapPage(api.GET(base, { params: { path, query: { page } } }))}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty="Nobody has requested access."
      actions={(user, { run, isBusy }) => (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          onClick={() =>
            void run(
              () =>
                unwrap(
                  api.PUT(`${base}/{user_id}/approve`, {
                    params: { path: { ...path, user_id: user.id } },
                    body: { access_level: Level.developer },
                  }),
                ),
              `${user.name} is a developer now.`,
            )
          }
        >
          Approve as developer
        </button>
      )}
      removal="Refuse"
      remove={({ id }) => unwrap(api.DELETE(`${base}/{user_id}`, { params: { path: { ...path, user_id: id } } }))}
    >
      {(user) => (
        <>
          <UserLink user={user} size={24} />
          <div className="muted small">
            requested <RelativeTime time={user.requested_at} />
          </div>
        </>
      )}
    </ManagedList>
  );
}
