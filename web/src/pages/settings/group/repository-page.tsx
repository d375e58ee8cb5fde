/** Settings of the repositories of a group. */
import { useGroup } from '#layout/group-area';
import { ownerOfGroup } from '#lib/owner';
import { DeployTokens } from '../shared/deploy-tokens';
import { GroupSettings } from './group-settings';

/** Shows the settings. */
export function GroupRepositoryPage() {
  return (
    <GroupSettings title="Repository settings">
      <DeployTokens owner={ownerOfGroup(useGroup())} />
    </GroupSettings>
  );
}
