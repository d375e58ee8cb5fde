/** Details of an issue, with their editors. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellOff, ListTodo } from 'lucide-react';
import { Link } from 'react-router';
import type { Issue } from '#api/types';
import { Avatar } from '#components/avatar';
import { CopyButton } from '#components/copy-button';
import { SideInput } from '#components/items/pick-list';
import { AssigneesField, LabelsField, MilestoneField } from '#components/items/side-fields';
import { TimeTracking } from '#components/items/time-tracking';
import {
  issueKeys,
  listIssueParticipants,
  subscribeToIssue,
  unsubscribeFromIssue,
  type updateIssue,
} from '#data/issues';
import { useProject } from '#data/project-context';
import {
  addIssueSpentTime,
  resetIssueSpentTime,
  resetIssueTimeEstimate,
  setIssueTimeEstimate,
} from '#data/time-tracking';
import { createIssueTodo } from '#data/todos';
import { dateText } from '#lib/format';
import { pathOf } from '#lib/paths';
import type { Action } from '#lib/use-action';
import { useIsSignedIn } from '#session/use-session';
import styles from '#components/items/items.module.css';

interface IssueSidebarProps {
  issue: Issue;
  names: string[];
  canEdit: boolean;
  canPlan: boolean;
  isBusy: boolean;
  update: (body: Parameters<typeof updateIssue>[2]) => Promise<boolean>;
  run: Action['run'];
}

/** Shows the details. */
export function IssueSidebar({ issue, names, canEdit, canPlan, isBusy, update, run }: IssueSidebarProps) {
  const project = useProject();
  const isSignedIn = useIsSignedIn();
  const field = { project, canEdit: canPlan, isBusy };
  const subscribe = () =>
    issue.subscribed ? unsubscribeFromIssue(project.id, issue.iid) : subscribeToIssue(project.id, issue.iid);
  return (
    <aside className="stack" aria-label={t`Details`}>
      {isSignedIn && (
        <div className="row row-wrap">
          <button
            type="button"
            className="button button-small"
            onClick={() => void run(() => createIssueTodo(project.id, issue.iid), t`Added to your to-do list.`)}
          >
            <ListTodo size={14} aria-hidden="true" />
            <Trans>Add to-do</Trans>
          </button>
          <button
            type="button"
            className="button button-small"
            aria-pressed={issue.subscribed === true}
            onClick={() => void run(subscribe)}
          >
            {issue.subscribed ? <BellOff size={14} aria-hidden="true" /> : <Bell size={14} aria-hidden="true" />}
            {issue.subscribed ? t`Unsubscribe` : t`Subscribe`}
          </button>
        </div>
      )}
      <AssigneesField {...field} assignees={issue.assignees} change={(ids) => void update({ assignee_ids: ids })} />
      <LabelsField {...field} names={names} list="issues" change={(labels) => void update({ labels })} />
      <MilestoneField {...field} milestone={issue.milestone} change={(id) => void update({ milestone_id: id })} />
      {issue.epic && (
        <section className={styles.sideField}>
          <h2>
            <Trans>Epic</Trans>
          </h2>
          <Link to={pathOf(issue.epic.url)}>{issue.epic.title}</Link>
        </section>
      )}
      <SideInput
        label={t`Due date`}
        type="date"
        value={issue.due_date ?? ''}
        canEdit={canEdit}
        save={(date) => update({ due_date: date === '' ? null : date })}
      >
        {issue.due_date ? (
          dateText(issue.due_date)
        ) : (
          <span className="muted">
            <Trans context="due date">None</Trans>
          </span>
        )}
      </SideInput>
      <SideInput
        label={t`Weight`}
        type="number"
        value={String(issue.weight ?? '')}
        canEdit={canPlan}
        save={(weight) => update({ weight: weight === '' ? null : Number(weight) })}
      >
        {issue.weight ?? (
          <span className="muted">
            <Trans context="weight">None</Trans>
          </span>
        )}
      </SideInput>
      <TimeTracking
        stats={issue.time_stats}
        canEdit={canPlan}
        estimate={(duration) => run(() => setIssueTimeEstimate(project.id, issue.iid, { duration }))}
        spend={(duration) => run(() => addIssueSpentTime(project.id, issue.iid, { duration }))}
        resetEstimate={() => run(() => resetIssueTimeEstimate(project.id, issue.iid))}
        resetSpent={() => run(() => resetIssueSpentTime(project.id, issue.iid))}
      />
      <Participants iid={issue.iid} />
      <section className={styles.sideField}>
        <h2>
          <Trans>Reference</Trans>
        </h2>
        <div className="row">
          <span className="mono truncate">{issue.references?.full}</span>
          <CopyButton text={issue.references?.full ?? ''} label={t`Copy the reference`} />
        </div>
      </section>
    </aside>
  );
}

function Participants({ iid }: { iid: number }) {
  const project = useProject();
  const { data = [] } = useQuery({
    queryKey: issueKeys.participants(project.id, iid),
    queryFn: () => listIssueParticipants(project.id, iid),
  });
  return (
    <section className={styles.sideField}>
      <h2>{plural(data.length, { one: '# participant', other: '# participants' })}</h2>
      <div className="row row-wrap">
        {data.map((user) => (
          <Link key={user.id} to={pathOf(user.web_url)} aria-label={user.name} title={user.name}>
            <Avatar name={user.name} url={user.avatar_url} size={24} />
          </Link>
        ))}
      </div>
    </section>
  );
}
