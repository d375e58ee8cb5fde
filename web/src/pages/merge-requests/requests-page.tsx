/** Lists of merge requests: of a project, of a group, and those of the visitor. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { RequestList } from '#components/items/request-list';
import { groupCrumbs, projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { PushedBranchNotice } from '#components/pushed-branch/pushed-branch-notice';
import { useGroupLevel, useProjectLevel } from '#data/access';
import { useGroup } from '#data/group-context';
import { useGroupLabels, useProjectLabels } from '#data/labels';
import { mergeRequestKeys } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useFilters } from '#lib/use-filters';
import { useTitle } from '#lib/use-title';
import { useLive } from '#live/use-live';
import { useIsSignedIn } from '#session/use-session';

/** Merge requests of a project. */
export function RequestsPage() {
  const project = useProject();
  useLive(`projects/${project.id}/merge_requests`, mergeRequestKeys.lists);
  const isSignedIn = useIsSignedIn();
  const labels = useProjectLabels(project.id);
  const level = useProjectLevel(project);
  useTitle(t`Merge requests`, project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Merge requests` }]}>
      <div className="page-header">
        <h1>
          <Trans>Merge requests</Trans>
        </h1>
        {isSignedIn && !project.archived && (
          <Link
            className="button button-primary"
            to={projectPath(project.path_with_namespace, 'merge_requests', 'new')}
          >
            <Plus size={15} aria-hidden="true" />
            <Trans>New merge request</Trans>
          </Link>
        )}
      </div>
      <PushedBranchNotice />
      <RequestList
        scope={{ kind: 'project', id: project.id }}
        labels={labels.data}
        canChange={level >= Level.developer && !project.archived}
      />
    </Main>
  );
}

/** Merge requests of a group and its projects. */
export function GroupRequestsPage() {
  const group = useGroup();
  useLive(`groups/${group.id}/merge_requests`, mergeRequestKeys.lists);
  const labels = useGroupLabels(group.id);
  const level = useGroupLevel(group);
  useTitle(t`Merge requests`, group.full_name);
  return (
    <Main crumbs={[...groupCrumbs(group), { text: t`Merge requests` }]}>
      <div className="page-header">
        <h1>
          <Trans>Merge requests</Trans>
        </h1>
      </div>
      <RequestList scope={{ kind: 'group', id: group.id }} labels={labels.data} canChange={level >= Level.developer} />
    </Main>
  );
}

/** Merge requests that are assigned to the visitor, or that they created. */
export function DashboardRequestsPage() {
  const filters = useFilters();
  const scope = filters.get('scope') === 'created_by_me' ? 'created_by_me' : 'assigned_to_me';
  useTitle(t`Your merge requests`);
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>Your merge requests</Trans>
        </h1>
        <div className="button-group" role="group" aria-label={t`Relation to you`}>
          <Link
            className="button"
            aria-current={scope === 'assigned_to_me' ? 'page' : undefined}
            to={filters.link('scope', undefined)}
          >
            <Trans>Assigned</Trans>
          </Link>
          <Link
            className="button"
            aria-current={scope === 'created_by_me' ? 'page' : undefined}
            to={filters.link('scope', 'created_by_me')}
          >
            <Trans context="by the user">Created</Trans>
          </Link>
        </div>
      </div>
      <RequestList scope={{ kind: 'all', scope }} />
    </Main>
  );
}
