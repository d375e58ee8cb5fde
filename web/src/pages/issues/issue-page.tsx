/** An issue: text, details, relations and discussions. */
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, EyeOff, Lock } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Issue } from '#api/types';
import { DiscussionList } from '#components/discussion/discussion-list';
import { ItemText } from '#components/items/item-title';
import { Reactions } from '#components/items/reactions';
import { Menu } from '#components/menu';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RelativeTime } from '#components/relative-time';
import { StateBadge } from '#components/state-badge';
import { Loaded } from '#components/states';
import { UserLink } from '#components/user-link';
import { useProjectLevel } from '#data/access';
import { useCurrentUser } from '#data/current-user';
import { issueDiscussions } from '#data/discussions';
import { issueKeys, deleteIssue, getIssue, updateIssue } from '#data/issues';
import { useProject } from '#data/project-context';
import { projectKeys } from '#data/projects';
import { useRecentPage } from '#data/recent-pages';
import { labelNames } from '#data/item-labels';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { useTitle } from '#lib/use-title';
import { useLive, usePolling } from '#live/use-live';
import { IssueRelations, IssueRequests } from './issue-relations';
import { IssueSidebar } from './issue-sidebar';

/** Shows an issue. */
export function IssuePage() {
  const project = useProject();
  const { iid = '' } = useParams();
  const topic = `projects/${project.id}/issues/${Number(iid)}`;
  useLive(topic, issueKeys.one(project.id, Number(iid)));
  const query = useQuery({
    queryKey: issueKeys.one(project.id, Number(iid)),
    queryFn: () => getIssue(project.id, Number(iid)),
    refetchInterval: usePolling(topic, 30_000),
  });
  useTitle(query.data && `${query.data.title} (#${iid})`, t`Issues`, project.name_with_namespace);
  useRecentPage(
    query.data && {
      kind: 'Issue',
      text: query.data.title,
      detail: `${project.path_with_namespace}#${iid}`,
      to: projectPath(project.path_with_namespace, 'issues', iid),
    },
  );
  const list = { text: t`Issues`, to: projectPath(project.path_with_namespace, 'issues') };
  return (
    <Main crumbs={[...projectCrumbs(project), list, { text: `#${iid}` }]}>
      <Loaded query={query} lines={12}>
        {(issue) => <IssueView key={issue.iid} issue={issue} />}
      </Loaded>
    </Main>
  );
}

function IssueView({ issue }: { issue: Issue }) {
  const project = useProject();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const level = useProjectLevel(project);
  const isAuthor = user !== undefined && issue.author?.id === user.id;
  const canEdit = user !== undefined && !project.archived && (level >= Level.reporter || isAuthor);
  const canPlan = user !== undefined && !project.archived && level >= Level.reporter;
  const { run, isBusy } = useAction(
    issueKeys.one(project.id, issue.iid),
    issueKeys.lists,
    projectKeys.one(project.path_with_namespace),
  );
  const update = (body: Parameters<typeof updateIssue>[2]) => run(() => updateIssue(project.id, issue.iid, body));
  const source = issueDiscussions(project, issue.iid);
  const isOpen = issue.state === 'opened';
  const remove = async (): Promise<void> => {
    if (!window.confirm(t`Delete this issue and its discussions? This cannot be undone.`)) return;
    const isRemoved = await run(() => deleteIssue(project.id, issue.iid));
    if (isRemoved) void navigate(projectPath(project.path_with_namespace, 'issues'));
  };
  const stateButton = canEdit && (
    <button
      type="button"
      className="button"
      disabled={isBusy}
      onClick={() => void update({ state_event: isOpen ? 'close' : 'reopen' })}
    >
      {isOpen ? t`Close issue` : t`Reopen issue`}
    </button>
  );
  return (
    <div className="columns">
      <div>
        <ItemText
          title={issue.title}
          description={issue.description}
          reference={`#${issue.iid}`}
          canEdit={canEdit}
          subject="issue"
          project={project}
          draftKey={`issue-${issue.id}`}
          save={(title, description) => update({ title, description })}
          tasks={{
            load: async () => (await getIssue(project.id, issue.iid)).description ?? '',
            save: (description) => update({ description }),
          }}
          meta={
            <>
              <StateBadge kind="issue" state={issue.state} />
              {issue.confidential && (
                <span className="badge badge-amber">
                  <EyeOff size={12} aria-hidden="true" />
                  <Trans>Confidential</Trans>
                </span>
              )}
              {issue.discussion_locked && (
                <span className="badge">
                  <Lock size={12} aria-hidden="true" />
                  <Trans>Locked</Trans>
                </span>
              )}
              <UserLink user={issue.author} />
              <span>
                <Trans>
                  opened <RelativeTime time={issue.created_at} />
                </Trans>
              </span>
              {issue.closed_at && (
                <span>
                  ·{' '}
                  {issue.closed_by ? (
                    <Trans>
                      closed <RelativeTime time={issue.closed_at} /> by {issue.closed_by.name}
                    </Trans>
                  ) : (
                    <Trans>
                      closed <RelativeTime time={issue.closed_at} />
                    </Trans>
                  )}
                </span>
              )}
              {issue.task_completion_status && issue.task_completion_status.count > 0 && (
                <span>
                  ·{' '}
                  <Trans>
                    {issue.task_completion_status.completed_count} of{' '}
                    <Plural value={issue.task_completion_status.count} one="# task" other="# tasks" /> completed
                  </Trans>
                </span>
              )}
            </>
          }
          actions={
            <>
              {stateButton}
              {canPlan && (
                <Menu
                  label={t`More actions`}
                  button={<Ellipsis size={16} aria-hidden="true" />}
                  className="button button-icon"
                >
                  <button type="button" onClick={() => void update({ confidential: !issue.confidential })}>
                    {issue.confidential ? t`Make public` : t`Make confidential`}
                  </button>
                  <button type="button" onClick={() => void update({ discussion_locked: !issue.discussion_locked })}>
                    {issue.discussion_locked ? t`Unlock the discussion` : t`Lock the discussion`}
                  </button>
                  <Link to={`${projectPath(project.path_with_namespace, 'merge_requests', 'new')}?issue=${issue.iid}`}>
                    <Trans>New merge request</Trans>
                  </Link>
                  {level >= Level.owner && (
                    <button type="button" onClick={() => void remove()}>
                      <Trans>Delete issue</Trans>
                    </button>
                  )}
                </Menu>
              )}
            </>
          }
        />
        {issue.moved_to_id !== null && (
          <p className="notice">
            <Trans>This issue was moved to another project.</Trans>
          </p>
        )}
        {source.reactions && <Reactions source={source.reactions} />}
        <IssueRelations issue={issue} canEdit={canPlan} />
        <IssueRequests issue={issue} />
        <DiscussionList
          source={source}
          canModerate={level >= Level.maintainer}
          canComment={!project.archived && (!issue.discussion_locked || level > 0)}
          actions={stateButton}
        />
      </div>
      <IssueSidebar
        issue={issue}
        names={labelNames(issue.labels)}
        canEdit={canEdit}
        canPlan={canPlan}
        isBusy={isBusy}
        update={update}
        run={run}
      />
    </div>
  );
}
