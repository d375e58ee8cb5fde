import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { groupCrumbs } from '#components/page/crumbs';
import { useGroupLevel } from '#data/access';
import { useGroup } from '#data/group-context';
import { Level } from '#lib/levels';
import { groupPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { SettingsLayout } from '../shared/settings-layout';

const pages = [
  [t`General`, 'edit'],
  [t`Repository`, 'settings/repository'],
  [t`Pipelines`, 'settings/ci_cd'],
  [t`Audit events`, 'audit_events'],
] as const;

/** The frame of the settings of a group. */
export function GroupSettings({ title, children }: { title: string; children: ReactNode }) {
  const group = useGroup();
  useTitle(title, t`Settings`, group.full_name);
  const isAllowed = useGroupLevel(group) >= Level.owner;
  return (
    <SettingsLayout
      name={t`Settings`}
      title={title}
      crumbs={groupCrumbs(group)}
      tabs={pages.map(([text, page]) => ({ text, to: groupPath(group.full_path, page) }))}
      refusal={isAllowed ? undefined : t`Only owners of the group may see its settings.`}
    >
      {children}
    </SettingsLayout>
  );
}
