/** Whether and how a merge request can be merged. */
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, GitMerge } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MergeRequest } from '#api/types';
import { Checkbox, TextArea } from '#components/form';
import { RelativeTime } from '#components/relative-time';
import { StatusBadge } from '#components/status-badge';
import { UserLink } from '#components/user-link';
import { getMergeRequestApprovals } from '#data/approvals';
import { branchKeys } from '#data/branches';
import { issueKeys } from '#data/issues';
import {
  mergeRequestKeys,
  cancelMergeWhenPipelineSucceeds,
  listClosedIssues,
  mergeMergeRequest,
  rebaseMergeRequest,
} from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { countText } from '#lib/format';
import { pathOf, projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { canRebaseNow, mergeObstacles } from './merge-obstacles';
import styles from './merge-requests.module.css';

interface MergeBoxProps {
  request: MergeRequest;
  openThreads: number;
  canRebase: boolean;
}

/** Shows the state of the merge, and the button. */
export function MergeBox({ request, openThreads, canRebase }: MergeBoxProps) {
  if (request.state === 'merged') return <Merged request={request} />;
  if (request.state === 'closed')
    return (
      <div className="notice">
        <p>
          Closed <RelativeTime time={request.closed_at} />
          {request.closed_by && ` by ${request.closed_by.name}`}. The branch was not merged.
        </p>
      </div>
    );
  return <OpenRequest {...{ request, openThreads, canRebase }} />;
}

function Merged({ request }: { request: MergeRequest }) {
  const project = useProject();
  const sha = request.merge_commit_sha ?? request.squash_commit_sha ?? request.sha;
  return (
    <div className={`notice ${styles.noticeMerged}`}>
      <GitMerge size={18} aria-hidden="true" />
      <p className="row row-wrap">
        Merged <RelativeTime time={request.merged_at} /> by <UserLink user={request.merged_by} />
        {sha !== null && (
          <span>
            with{' '}
            <Link className="mono" to={projectPath(project.path_with_namespace, 'commit', sha)}>
              {sha.slice(0, 8)}
            </Link>
          </span>
        )}
      </p>
    </div>
  );
}

function OpenRequest({ request, openThreads, canRebase }: MergeBoxProps) {
  const project = useProject();
  const key = mergeRequestKeys.one(request.project_id, request.iid);
  const { run, isBusy } = useAction(key, mergeRequestKeys.lists, issueKeys.every, branchKeys.all);
  const approvals = useQuery({
    queryKey: mergeRequestKeys.approvals(request.project_id, request.iid, request.sha),
    queryFn: () => getMergeRequestApprovals(request.project_id, request.iid),
  });
  const closing = useQuery({
    queryKey: mergeRequestKeys.closedIssues(request.project_id, request.iid),
    queryFn: () => listClosedIssues(request.project_id, request.iid),
  });
  const [isSquashed, setIsSquashed] = useState(request.squash);
  const [isRemoved, setIsRemoved] = useState(request.force_remove_source_branch);
  const [isEditing, setIsEditing] = useState(false);
  const [message, setMessage] = useState(`Merge branch '${request.source_branch}' into '${request.target_branch}'`);
  const mustSucceed = project.only_allow_merge_if_pipeline_succeeds === true;
  const reasons = mergeObstacles(request, {
    approvalsLeft: approvals.data?.approvals_left ?? 0,
    openThreads,
    mustSucceed,
  });
  const isChecking = request.merge_status !== 'can_be_merged' && request.merge_status !== 'cannot_be_merged';
  const isRunning = ['running', 'pending', 'created'].includes(request.pipeline?.status ?? '');
  const canMerge = request.user?.can_merge === true;
  const canWait = isRunning && canMerge && !request.work_in_progress && !request.has_conflicts;
  const behind = request.diverged_commits_count ?? 0;
  const merge = (waits: boolean): void => {
    void run(() =>
      mergeMergeRequest(request.project_id, request.iid, {
        squash: isSquashed,
        should_remove_source_branch: isRemoved,
        ...(isEditing && { merge_commit_message: message }),
        ...(isEditing && isSquashed && { squash_commit_message: message }),
        ...(request.sha !== null && { sha: request.sha }),
        ...(waits && { merge_when_pipeline_succeeds: true }),
      }),
    );
  };
  return (
    <section className="card" aria-labelledby="merge-title">
      <div className="card-header">
        {reasons.length === 0 ? (
          <CircleCheck size={17} className={styles.toneDone} aria-hidden="true" />
        ) : (
          <CircleX size={17} className={styles.toneStopped} aria-hidden="true" />
        )}
        <h2 id="merge-title" className="grow">
          {reasons.length > 0
            ? 'Not ready to be merged'
            : isChecking
              ? 'Checking whether the branches can be merged …'
              : 'Ready to be merged'}
        </h2>
        {request.pipeline && <StatusBadge status={request.pipeline.status} />}
      </div>
      <div className="card-body stack">
        {reasons.length > 0 && (
          <ul className={styles.mergeReasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {request.merge_error && <p className="notice notice-error">{request.merge_error}</p>}
        {request.merge_when_pipeline_succeeds && (
          <div className="row row-wrap">
            <span>It will be merged when the pipeline succeeds.</span>
            <button
              type="button"
              className="button button-small"
              disabled={isBusy}
              onClick={() => void run(() => cancelMergeWhenPipelineSucceeds(request.project_id, request.iid))}
            >
              Cancel
            </button>
          </div>
        )}
        {canMerge && (
          <>
            <div className={`row row-wrap ${styles.mergeOptions}`}>
              <Checkbox
                label="Remove the source branch"
                checked={isRemoved}
                onChange={(event) => setIsRemoved(event.target.checked)}
              />
              <Checkbox
                label="Squash the commits"
                checked={isSquashed}
                onChange={(event) => setIsSquashed(event.target.checked)}
              />
              <Checkbox
                label="Edit the message"
                checked={isEditing}
                onChange={(event) => setIsEditing(event.target.checked)}
              />
            </div>
            {isEditing && (
              <TextArea
                label="Message of the commit"
                value={message}
                onChange={(event) => setMessage(event.target.value)}
              />
            )}
          </>
        )}
        <div className="row row-wrap">
          {canMerge && (
            <button
              type="button"
              className="button button-primary"
              disabled={isBusy || reasons.length > 0 || isChecking}
              onClick={() => merge(false)}
            >
              <GitMerge size={15} aria-hidden="true" />
              Merge
            </button>
          )}
          {canWait && !request.merge_when_pipeline_succeeds && (
            <button type="button" className="button" disabled={isBusy} onClick={() => merge(true)}>
              Merge when the pipeline succeeds
            </button>
          )}
          {canRebase && behind > 0 && (
            <button
              type="button"
              className="button"
              disabled={isBusy || !canRebaseNow(request)}
              onClick={() => void run(() => rebaseMergeRequest(request.project_id, request.iid, {}), 'Rebase started.')}
            >
              Rebase
            </button>
          )}
          {!canMerge && <span className="muted">You may not merge into {request.target_branch}.</span>}
        </div>
        {behind > 0 && (
          <p className="muted small">
            The source branch is {countText(behind, 'commit')} behind {request.target_branch}.
          </p>
        )}
        {closing.data && closing.data.length > 0 && (
          <p className="small">
            Closes{' '}
            {closing.data.map((issue, index) => (
              <span key={issue.id}>
                {index > 0 && ', '}
                <Link to={pathOf(issue.web_url)}>
                  #{issue.iid} {issue.title}
                </Link>
              </span>
            ))}
          </p>
        )}
      </div>
    </section>
  );
}
