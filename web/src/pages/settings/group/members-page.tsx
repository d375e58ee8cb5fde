/** The members of a group. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { groupCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { useGroupLevel } from '#data/access';
import { useGroup } from '#data/group-context';
import { ownerOfGroup } from '#data/owner';
import { Level } from '#lib/levels';
import { useTitle } from '#lib/use-title';
import { AccessRequests } from '../shared/access-requests';
import { GroupShares } from '../shared/group-shares';
import { InheritedMembers } from '../shared/inherited-members';
import { Members } from '../shared/members';

/** Shows the members; owners can change them. */
export function GroupMembersPage() {
  const group = useGroup();
  useTitle(t`Members`, group.full_name);
  const level = useGroupLevel(group);
  const owner = ownerOfGroup(group);
  const isOwner = level >= Level.owner;
  return (
    <Main crumbs={[...groupCrumbs(group), { text: t`Members` }]}>
      <div className="page-header">
        <h1>
          <Trans>Members</Trans>
        </h1>
      </div>
      <div className="stack">
        <Members owner={owner} level={level} managing={Level.owner} />
        {isOwner && <AccessRequests owner={owner} />}
        <GroupShares owner={owner} mayChange={isOwner} />
        <InheritedMembers owner={owner} />
      </div>
    </Main>
  );
}
