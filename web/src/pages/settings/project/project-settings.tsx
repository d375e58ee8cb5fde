import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { projectCrumbs } from '#components/page/crumbs';
import { useProjectLevel } from '#data/access';
import { useProject } from '#data/project-context';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { SettingsLayout } from '../shared/settings-layout';

const pages = [
  [t`General`, 'edit'],
  [t`Repository`, 'settings/repository'],
  [t`Merge requests`, 'settings/merge_requests'],
  [t`Webhooks`, 'hooks'],
  [t`Integrations`, 'settings/integrations'],
  [t`Pipelines`, 'settings/ci_cd'],
  [t`Audit events`, 'audit_events'],
] as const;

/** The frame of the settings of a project. */
export function ProjectSettings({ title, children }: { title: string; children: ReactNode }) {
  const project = useProject();
  useTitle(title, t`Settings`, project.name_with_namespace);
  const isAllowed = useProjectLevel(project) >= Level.maintainer;
  return (
    <SettingsLayout
      name={t`Settings`}
      title={title}
      crumbs={projectCrumbs(project)}
      tabs={pages.map(([text, page]) => ({ text, to: projectPath(project.path_with_namespace, page) }))}
      refusal={isAllowed ? undefined : t`Only maintainers and owners of the project may see its settings.`}
    >
      {children}
    </SettingsLayout>
  );
}
