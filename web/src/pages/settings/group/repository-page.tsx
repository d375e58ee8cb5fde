/** Settings of the repositories of a group. */
import { t } from '@lingui/core/macro';
import { useGroup } from '#data/group-context';
import { ownerOfGroup } from '#data/owner';
import { DeployTokens } from '../shared/deploy-tokens';
import { GroupSettings } from './group-settings';

/** Shows the settings. */
export function GroupRepositoryPage() {
  return (
    <GroupSettings title={t`Repository settings`}>
      <DeployTokens owner={ownerOfGroup(useGroup())} />
    </GroupSettings>
  );
}
