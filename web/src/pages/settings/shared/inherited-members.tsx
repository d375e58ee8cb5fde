import { t } from '@lingui/core/macro';
import { ManagedList } from '#components/settings/managed-list';
import { UserLink } from '#components/user-link';
import { memberKeys, listAllMembers } from '#data/members';
import type { Owner } from '#data/owner';
import { levelText } from '#lib/levels';

/** Everybody with a role in a project or group, with the roles inherited from groups above. */
export function InheritedMembers({ owner }: { owner: Owner }) {
  return (
    <ManagedList
      title={t`All members`}
      description={t`With the members of the groups above.`}
      queryKey={memberKeys.inherited(owner)}
      load={(page) => listAllMembers(owner, { page })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={t`There are no members.`}
      actions={(member) => <span className="badge">{levelText(member.access_level)}</span>}
    >
      {(member) => <UserLink user={member} size={24} />}
    </ManagedList>
  );
}
