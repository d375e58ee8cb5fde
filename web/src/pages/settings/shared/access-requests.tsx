import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RelativeTime } from '#components/relative-time';
import { ManagedList } from '#components/settings/managed-list';
import { UserLink } from '#components/user-link';
import { memberKeys, approveAccessRequest, deleteAccessRequest, listAccessRequests } from '#data/members';
import type { Owner } from '#data/owner';
import { Level } from '#lib/levels';

/** Users who want to become members of a project or group. */
export function AccessRequests({ owner }: { owner: Owner }) {
  return (
    <ManagedList
      title={t`Requests for access`}
      queryKey={memberKeys.accessRequests(owner)}
      load={(page) => listAccessRequests(owner, { page })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={t`Nobody has requested access.`}
      actions={(user, { run, isBusy }) => (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => approveAccessRequest(owner, user.id, { access_level: Level.developer }),
              t`${user.name} is a developer now.`,
            )
          }
        >
          <Trans>Approve as developer</Trans>
        </button>
      )}
      removal={t`Refuse`}
      remove={({ id }) => deleteAccessRequest(owner, id)}
    >
      {(user) => (
        <>
          <UserLink user={user} size={24} />
          <div className="muted small">
            <Trans>
              requested <RelativeTime time={user.requested_at} />
            </Trans>
          </div>
        </>
      )}
    </ManagedList>
  );
}
