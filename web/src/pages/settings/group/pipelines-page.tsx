/** What pipelines of the projects of a group use. */
import { t } from '@lingui/core/macro';
import { useGroup } from '#data/group-context';
import { ownerOfGroup } from '#data/owner';
import { Variables } from '../shared/variables';
import { GroupSettings } from './group-settings';

/** Shows the settings. */
export function GroupPipelinesPage() {
  return (
    <GroupSettings title={t`Settings of pipelines`}>
      <Variables owner={ownerOfGroup(useGroup())} />
    </GroupSettings>
  );
}
