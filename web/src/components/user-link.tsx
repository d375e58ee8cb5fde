import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { UserBrief } from '#api/types';
import { pathOf } from '#lib/paths';
import { Avatar } from './avatar';

/** A link to a user with picture and name. */
export function UserLink({ user, size = 20 }: { user: UserBrief | null; size?: 20 | 24 | 32 }) {
  if (!user)
    return (
      <span className="muted">
        <Trans>a former user</Trans>
      </span>
    );
  return (
    <Link to={pathOf(user.web_url)} className="row plain-link" title={`@${user.username}`}>
      <Avatar name={user.name} url={user.avatar_url} size={size} />
      <span className="truncate">{user.name}</span>
    </Link>
  );
}
