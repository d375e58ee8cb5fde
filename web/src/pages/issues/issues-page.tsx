/** Lists of issues: of a project, of a group, and those of the visitor. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { FeedMenu } from '#components/feed-menu';
import { IssueList } from '#components/items/issue-list';
import { groupCrumbs, projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { useGroupLevel, useProjectLevel } from '#data/access';
import { useGroup } from '#data/group-context';
import { issueKeys } from '#data/issues';
import { useGroupLabels, useProjectLabels } from '#data/labels';
import { useProject } from '#data/project-context';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useFilters } from '#lib/use-filters';
import { useTitle } from '#lib/use-title';
import { useLive } from '#live/use-live';
import { useIsSignedIn } from '#session/use-session';

/** Issues of a project. */
export function IssuesPage() {
  const project = useProject();
  useLive(`projects/${project.id}/issues`, issueKeys.lists);
  const isSignedIn = useIsSignedIn();
  const labels = useProjectLabels(project.id);
  const level = useProjectLevel(project);
  useTitle(t`Issues`, project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Issues` }]}>
      <div className="page-header">
        <h1>
          <Trans>Issues</Trans>
        </h1>
        <div className="row">
          <FeedMenu project={project} kind="issues" />
          {isSignedIn && !project.archived && (
            <Link className="button button-primary" to={projectPath(project.path_with_namespace, 'issues', 'new')}>
              <Plus size={15} aria-hidden="true" />
              <Trans>New issue</Trans>
            </Link>
          )}
        </div>
      </div>
      <IssueList
        scope={{ kind: 'project', id: project.id }}
        labels={labels.data}
        canChange={level >= Level.reporter && !project.archived}
      />
    </Main>
  );
}

/** Issues of a group and its projects. */
export function GroupIssuesPage() {
  const group = useGroup();
  useLive(`groups/${group.id}/issues`, issueKeys.lists);
  const labels = useGroupLabels(group.id);
  const level = useGroupLevel(group);
  useTitle(t`Issues`, group.full_name);
  return (
    <Main crumbs={[...groupCrumbs(group), { text: t`Issues` }]}>
      <div className="page-header">
        <h1>
          <Trans>Issues</Trans>
        </h1>
      </div>
      <IssueList scope={{ kind: 'group', id: group.id }} labels={labels.data} canChange={level >= Level.reporter} />
    </Main>
  );
}

/** Issues that are assigned to the visitor, or that they created. */
export function DashboardIssuesPage() {
  const filters = useFilters();
  const scope = filters.get('scope') === 'created_by_me' ? 'created_by_me' : 'assigned_to_me';
  useTitle(t`Your issues`);
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>Your issues</Trans>
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
      <IssueList scope={{ kind: 'all', scope }} />
    </Main>
  );
}
