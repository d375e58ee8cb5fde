/** The members of a project. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { useProjectLevel } from '#data/access';
import { ownerOfProject } from '#data/owner';
import { useProject } from '#data/project-context';
import { Level } from '#lib/levels';
import { useTitle } from '#lib/use-title';
import { AccessRequests } from '../shared/access-requests';
import { GroupShares } from '../shared/group-shares';
import { InheritedMembers } from '../shared/inherited-members';
import { Members } from '../shared/members';

/** Shows the members; maintainers can change them. */
export function ProjectMembersPage() {
  const project = useProject();
  useTitle(t`Members`, project.name_with_namespace);
  const level = useProjectLevel(project);
  const owner = ownerOfProject(project);
  const mayChange = level >= Level.maintainer;
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Members` }]}>
      <div className="page-header">
        <h1>
          <Trans>Members</Trans>
        </h1>
      </div>
      <div className="stack">
        <Members owner={owner} level={level} managing={Level.maintainer} />
        {mayChange && <AccessRequests owner={owner} />}
        <GroupShares owner={owner} mayChange={mayChange} />
        <InheritedMembers owner={owner} />
      </div>
    </Main>
  );
}
