/** Details of a merge request, with their editors. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellOff, ListTodo } from 'lucide-react';
import { Link } from 'react-router';
import type { MergeRequest } from '#api/types';
import { Avatar } from '#components/avatar';
import { CopyButton } from '#components/copy-button';
import { AssigneesField, LabelsField, MilestoneField } from '#components/items/side-fields';
import { TimeTracking } from '#components/items/time-tracking';
import {
  mergeRequestKeys,
  listMergeRequestParticipants,
  subscribeMergeRequest,
  unsubscribeMergeRequest,
  type updateMergeRequest,
} from '#data/merge-requests';
import { useProject } from '#data/project-context';
import {
  addMergeRequestSpentTime,
  resetMergeRequestSpentTime,
  resetMergeRequestTimeEstimate,
  setMergeRequestTimeEstimate,
} from '#data/time-tracking';
import { createMergeRequestTodo } from '#data/todos';
import { pathOf } from '#lib/paths';
import type { Action } from '#lib/use-action';
import { useIsSignedIn } from '#session/use-session';
import { ReviewersField } from './reviewers-field';
import styles from '#components/items/items.module.css';
import { labelNames } from '#data/item-labels';

interface RequestSidebarProps {
  request: MergeRequest;
  canEdit: boolean;
  isBusy: boolean;
  update: (body: Parameters<typeof updateMergeRequest>[2]) => Promise<boolean>;
  run: Action['run'];
}

/** Shows the details. */
export function RequestSidebar({ request, canEdit, isBusy, update, run }: RequestSidebarProps) {
  const project = useProject();
  const isSignedIn = useIsSignedIn();
  const field = { project, canEdit, isBusy };
  const participants = useQuery({
    queryKey: mergeRequestKeys.participants(project.id, request.iid),
    queryFn: () => listMergeRequestParticipants(project.id, request.iid),
  });
  const subscribe = () =>
    request.subscribed
      ? unsubscribeMergeRequest(project.id, request.iid)
      : subscribeMergeRequest(project.id, request.iid);
  return (
    <aside className="stack" aria-label={t`Details`}>
      {isSignedIn && (
        <div className="row row-wrap">
          <button
            type="button"
            className="button button-small"
            onClick={() =>
              void run(() => createMergeRequestTodo(project.id, request.iid), t`Added to your to-do list.`)
            }
          >
            <ListTodo size={14} aria-hidden="true" />
            <Trans>Add to-do</Trans>
          </button>
          <button
            type="button"
            className="button button-small"
            aria-pressed={request.subscribed === true}
            onClick={() => void run(subscribe)}
          >
            {request.subscribed ? <BellOff size={14} aria-hidden="true" /> : <Bell size={14} aria-hidden="true" />}
            {request.subscribed ? t`Unsubscribe` : t`Subscribe`}
          </button>
        </div>
      )}
      <AssigneesField {...field} assignees={request.assignees} change={(ids) => void update({ assignee_ids: ids })} />
      <ReviewersField {...field} request={request} change={(ids) => void update({ reviewer_ids: ids })} />
      <LabelsField
        {...field}
        names={labelNames(request.labels)}
        list="merge_requests"
        change={(labels) => void update({ labels })}
      />
      <MilestoneField {...field} milestone={request.milestone} change={(id) => void update({ milestone_id: id })} />
      <TimeTracking
        stats={request.time_stats}
        canEdit={canEdit}
        estimate={(duration) => run(() => setMergeRequestTimeEstimate(project.id, request.iid, { duration }))}
        spend={(duration) => run(() => addMergeRequestSpentTime(project.id, request.iid, { duration }))}
        resetEstimate={() => run(() => resetMergeRequestTimeEstimate(project.id, request.iid))}
        resetSpent={() => run(() => resetMergeRequestSpentTime(project.id, request.iid))}
      />
      <section className={styles.sideField}>
        <h2>{plural(participants.data?.length ?? 0, { one: '# participant', other: '# participants' })}</h2>
        <div className="row row-wrap">
          {participants.data?.map((user) => (
            <Link key={user.id} to={pathOf(user.web_url)} aria-label={user.name} title={user.name}>
              <Avatar name={user.name} url={user.avatar_url} size={24} />
            </Link>
          ))}
        </div>
      </section>
      <section className={styles.sideField}>
        <h2>
          <Trans>Reference</Trans>
        </h2>
        <div className="row">
          <span className="mono truncate">{request.references?.full}</span>
          <CopyButton text={request.references?.full ?? ''} label={t`Copy the reference`} />
        </div>
      </section>
    </aside>
  );
}
