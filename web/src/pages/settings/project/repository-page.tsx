/** Settings of the repository of a project. */
import { t } from '@lingui/core/macro';
import { ownerOfProject } from '#data/owner';
import { useProject } from '#data/project-context';
import { DeployTokens } from '../shared/deploy-tokens';
import { DeployKeys } from './deploy-keys';
import { ProjectSettings } from './project-settings';
import { ProtectedBranches } from './protected-branches';
import { ProtectedTags } from './protected-tags';
import { PullMirror } from './pull-mirror';
import { PushMirrors } from './push-mirrors';
import { PushRules } from './push-rules';

/** Shows the settings. */
export function ProjectRepositoryPage() {
  const project = useProject();
  return (
    <ProjectSettings title={t`Repository settings`}>
      <ProtectedBranches />
      <ProtectedTags />
      <PushRules />
      <DeployKeys />
      <DeployTokens owner={ownerOfProject(project)} />
      <PullMirror />
      <PushMirrors />
    </ProjectSettings>
  );
}
