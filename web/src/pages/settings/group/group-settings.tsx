import type { ReactNode } from 'react';
import { groupCrumbs } from '#components/page/crumbs';
import { useGroupLevel } from '#data/access';
import { useGroup } from '#data/group-context';
import { Level } from '#lib/levels';
import { groupPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { SettingsLayout } from '../shared/settings-layout';

const pages = [
  ['General', 'edit'],
  ['Repository', 'settings/repository'],
  ['Pipelines', 'settings/ci_cd'],
  ['Audit events', 'audit_events'],
] as const;

/** The frame of the settings of a group. */
export function GroupSettings({ title, children }: { title: string; children: ReactNode }) {
  const group = useGroup();
  useTitle(title, 'Settings', group.full_name);
  const isAllowed = useGroupLevel(group) >= Level.owner;
  return (
    <SettingsLayout
      name="Settings"
      title={title}
      crumbs={groupCrumbs(group)}
      tabs={pages.map(([text, page]) => ({ text, to: groupPath(group.full_path, page) }))}
      refusal={isAllowed ? undefined : 'Only owners of the group may see its settings.'}
    >
      {children}
    </SettingsLayout>
  );
}
