import { Trans } from '@lingui/react/macro';
import type { User } from '#api/types';
import { stateText } from '#lib/state-text';

/** What a user is: state, administrator, external, second factor. */
export function UserBadges({ user }: { user: User }) {
  return (
    <span className="row row-wrap">
      <span className={`badge ${user.state === 'active' ? 'badge-green' : 'badge-red'}`}>{stateText(user.state)}</span>
      {user.is_admin && (
        <span className="badge badge-purple">
          <Trans>Administrator</Trans>
        </span>
      )}
      {user.external && (
        <span className="badge">
          <Trans>External</Trans>
        </span>
      )}
      {user.two_factor_enabled && (
        <span className="badge badge-blue">
          <Trans>Two-factor</Trans>
        </span>
      )}
    </span>
  );
}
