/** Details of a merge request, with their editors. */
import { useQuery } from '@tanstack/react-query';
import { Bell, BellOff, ListTodo } from 'lucide-react';
import { Link } from 'react-router';
import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { AwardEmoji, MergeRequest } from '#api/types';
import { Avatar } from '#components/avatar';
import { CopyButton } from '#components/copy-button';
import { labelNames } from '#components/items/labels';
import { Reactions } from '#components/items/reactions';
import { AssigneesField, LabelsField, MilestoneField } from '#components/items/side-fields';
import { TimeTracking } from '#components/items/time-tracking';
import { useProject } from '#data/project-context';
import type { updateRequest } from '#data/update-request';
import { countText } from '#lib/format';
import { pathOf } from '#lib/paths';
import type { Action } from '#lib/use-action';
import { useIsSignedIn } from '#session/use-session';

const base = '/api/v4/projects/{id}/merge_requests/{merge_request_iid}';

interface RequestSidebarProps {
  request: MergeRequest;
  canEdit: boolean;
  isBusy: boolean;
  update: (body: Parameters<typeof updateRequest>[2]) => Promise<boolean>;
  run: Action['run'];
}

/** Shows the details. */
export function RequestSidebar({ request, canEdit, isBusy, update, run }: RequestSidebarProps) {
  const project = useProject();
  const isSignedIn = useIsSignedIn();
  const params = { path: { id: String(project.id), merge_request_iid: request.iid } };
  const field = { project, canEdit, isBusy };
  const participants = useQuery({
    queryKey: ['merge-request', project.id, request.iid, 'participants'],
    queryFn: () => unwrap(api.GET(`${base}/participants`, { params })),
  });
  const subscribe = () =>
    request.subscribed
      ? unwrap(api.POST(`${base}/unsubscribe`, { params }))
      : unwrap(api.POST(`${base}/subscribe`, { params }));
  return (
    <aside className="stack" aria-label="Details">
      {isSignedIn && (
        <div className="row row-wrap">
          <button
            type="button"
            className="button button-small"
            onClick={() => void run(() => unwrap(api.POST(`${base}/todo`, { params })), 'Added to your to-do list.')}
          >
            <ListTodo size={14} aria-hidden="true" />
            Add to-do
          </button>
          <button
            type="button"
            className="button button-small"
            aria-pressed={request.subscribed === true}
            onClick={() => void run(subscribe)}
          >
            {request.subscribed ? <BellOff size={14} aria-hidden="true" /> : <Bell size={14} aria-hidden="true" />}
            {request.subscribed ? 'Unsubscribe' : 'Subscribe'}
          </button>
        </div>
      )}
      <AssigneesField {...field} assignees={request.assignees} change={(ids) => void update({ assignee_ids: ids })} />
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
        estimate={(duration) => run(() => unwrap(api.POST(`${base}/time_estimate`, { params, body: { duration } })))}
        spend={(duration) => run(() => unwrap(api.POST(`${base}/add_spent_time`, { params, body: { duration } })))}
        resetEstimate={() => run(() => unwrap(api.POST(`${base}/reset_time_estimate`, { params })))}
        resetSpent={() => run(() => unwrap(api.POST(`${base}/reset_spent_time`, { params })))}
      />
      <section className="side-field">
        <h2>{countText(participants.data?.length ?? 0, 'participant')}</h2>
        <div className="row row-wrap">
          {participants.data?.map((user) => (
            <Link key={user.id} to={pathOf(user.web_url)} aria-label={user.name} title={user.name}>
              <Avatar name={user.name} url={user.avatar_url} size={24} />
            </Link>
          ))}
        </div>
      </section>
      <section className="side-field">
        <h2>Reference</h2>
        <div className="row">
          <span className="mono truncate">{request.references?.full}</span>
          <CopyButton text={request.references?.full ?? ''} label="Copy the reference" />
        </div>
      </section>
    </aside>
  );
}

/** Reactions to a merge request. */
export function RequestReactions({ request }: { request: MergeRequest }) {
  const path = { id: String(request.project_id), merge_request_iid: request.iid };
  const queryKey = ['merge-request', request.project_id, request.iid, 'reactions'];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () =>
      allPages<AwardEmoji>((page) =>
        unwrapPage(api.GET(`${base}/award_emoji`, { params: { path, query: { page, per_page: 100 } } })),
      ),
  });
  return (
    <Reactions
      awards={data}
      queryKey={queryKey}
      add={(name) => unwrap(api.POST(`${base}/award_emoji`, { params: { path }, body: { name } }))}
      remove={(award_id) =>
        unwrap(api.DELETE(`${base}/award_emoji/{award_id}`, { params: { path: { ...path, award_id } } }))
      }
    />
  );
}
