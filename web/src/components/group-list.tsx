/** Groups as a list. */
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { Group } from '#api/types';
import { groupPath } from '#lib/paths';
import { Avatar } from './avatar';
import { Empty } from './states';
import { VisibilityBadge } from './visibility-badge';

/** Shows groups. */
export function GroupList({ groups }: { groups: Group[] }) {
  if (groups.length === 0) return <Empty title={t`No groups`} />;
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
