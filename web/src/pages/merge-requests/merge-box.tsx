/** Whether and how a merge request can be merged. */
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX, GitMerge } from 'lucide-react';
import { Link } from 'react-router';
import type { MergeRequest } from '#api/types';
import { RelativeTime } from '#components/relative-time';
import { ReplayButtons } from '#components/replay/replay-buttons';
import { StatusBadge } from '#components/status-badge';
import { UserLink } from '#components/user-link';
import { getMergeRequestApprovals } from '#data/approvals';
import {
  mergeRequestKeys,
  cancelMergeWhenPipelineSucceeds,
  listClosedIssues,
  rebaseMergeRequest,
} from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { pathOf, projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { ConflictNotice } from './conflict-notice';
import { MergeForm } from './merge-form';
import { canRebaseNow, type MergeObstacle, mergeObstacles } from './merge-obstacles';
import { mergeErrorText, withMergeRefusals } from './merge-refusals';
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
          {request.closed_by ? (
            <Trans>
              Closed <RelativeTime time={request.closed_at} /> by {request.closed_by.name}. The branch was not merged.
            </Trans>
          ) : (
            <Trans>
              Closed <RelativeTime time={request.closed_at} />. The branch was not merged.
            </Trans>
          )}
        </p>
      </div>
    );
  return <OpenRequest request={request} openThreads={openThreads} canRebase={canRebase} />;
}

function Merged({ request }: { request: MergeRequest }) {
  const project = useProject();
  const sha = request.merge_commit_sha ?? request.squash_commit_sha ?? request.sha;
  // Without a merge or squashed commit, no single commit has all changes.
  const replayed = request.merge_commit_sha ?? request.squash_commit_sha;
  return (
    <div className={`notice ${styles.noticeMerged}`}>
      <GitMerge size={18} aria-hidden="true" />
      <p className="row row-wrap">
        <Trans>
          Merged <RelativeTime time={request.merged_at} /> by <UserLink user={request.merged_by} />
        </Trans>
        {sha !== null && (
          <span>
            <Trans>
              with{' '}
              <Link className="mono" to={projectPath(project.path_with_namespace, 'commit', sha)}>
                {sha.slice(0, 8)}
              </Link>
            </Trans>
          </span>
        )}
      </p>
      {replayed !== null && replayed !== request.sha && (
        <span className={`row ${styles.mergedActions}`}>
          <ReplayButtons className="button button-small" commit={{ sha: replayed, title: request.title }} />
        </span>
      )}
    </div>
  );
}

function OpenRequest({ request, openThreads, canRebase }: MergeBoxProps) {
  const project = useProject();
  const key = mergeRequestKeys.one(request.project_id, request.iid);
  const { run, isBusy } = useAction(key, mergeRequestKeys.lists);
  const approvals = useQuery({
    queryKey: mergeRequestKeys.approvals(request.project_id, request.iid, request.sha),
    queryFn: () => getMergeRequestApprovals(request.project_id, request.iid),
  });
  const closing = useQuery({
    queryKey: mergeRequestKeys.closedIssues(request.project_id, request.iid),
    queryFn: () => listClosedIssues(request.project_id, request.iid),
  });
  const obstacles = mergeObstacles(request, {
    approvalsLeft: approvals.data?.approvals_left ?? 0,
    openThreads,
    mustSucceed: project.only_allow_merge_if_pipeline_succeeds === true,
  });
  const isChecking = request.merge_status !== 'can_be_merged' && request.merge_status !== 'cannot_be_merged';
  const canMerge = request.user?.can_merge === true;
  const isScheduled = request.merge_when_pipeline_succeeds === true;
  const behind = request.diverged_commits_count ?? 0;
  const isReady = obstacles.length === 0 && !isChecking;
  const rebase = (): Promise<unknown> =>
    withMergeRefusals(request, () => rebaseMergeRequest(request.project_id, request.iid, {}));
  return (
    <section className="card" aria-labelledby="merge-title">
      <div className="card-header">
        <StateIcon isStopped={obstacles.length > 0 && !isScheduled} isReady={isReady && (canMerge || isScheduled)} />
        <h2 id="merge-title" className="grow">
          {titleOf({ request, obstacles, isChecking, canMerge })}
        </h2>
        {request.pipeline && <StatusBadge status={request.pipeline.status} />}
      </div>
      <div className="card-body stack">
        {obstacles.length > 0 && (
          <ul className={styles.mergeReasons}>
            {obstacles.map(({ kind, text }) => (
              <li key={kind}>{text}</li>
            ))}
          </ul>
        )}
        {request.has_conflicts && <ConflictNotice request={request} />}
        {request.merge_error && <p className="notice notice-error">{mergeErrorText(request.merge_error, request)}</p>}
        {isScheduled && (
          <div className="row row-wrap">
            <span>
              <Trans>It is set to be merged when the pipeline succeeds.</Trans>
            </span>
            <button
              type="button"
              className="button button-small"
              disabled={isBusy}
              onClick={() => void run(() => cancelMergeWhenPipelineSucceeds(request.project_id, request.iid))}
            >
              <Trans>Cancel</Trans>
            </button>
          </div>
        )}
        {canMerge && !request.has_conflicts && (
          <MergeForm request={request} obstacles={obstacles} isChecking={isChecking} />
        )}
        {!canMerge && (
          <p className="muted">
            <Trans>
              You may not merge into {request.target_branch}. Someone who may, such as a maintainer, merges it.
            </Trans>
          </p>
        )}
        {behind > 0 && (
          <div className="row row-wrap">
            <span className="muted small">
              <Trans>
                The source branch is <Plural value={behind} one="# commit" other="# commits" /> behind{' '}
                {request.target_branch}.
              </Trans>
            </span>
            {canRebase && (
              <button
                type="button"
                className="button button-small"
                disabled={isBusy || !canRebaseNow(request)}
                title={request.has_conflicts ? t`Resolve the conflicts first` : undefined}
                onClick={() => void run(rebase, t`Rebase started.`)}
              >
                <Trans>Rebase</Trans>
              </button>
            )}
          </div>
        )}
        {closing.data && closing.data.length > 0 && (
          <p className="small">
            <Trans>Closes</Trans>{' '}
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

function StateIcon({ isStopped, isReady }: { isStopped: boolean; isReady: boolean }) {
  if (isStopped) return <CircleX size={17} className={styles.toneStopped} aria-hidden="true" />;
  if (isReady) return <CircleCheck size={17} className={styles.toneDone} aria-hidden="true" />;
  return <CircleDashed size={17} aria-hidden="true" />;
}

interface TitleProps {
  request: MergeRequest;
  obstacles: readonly MergeObstacle[];
  isChecking: boolean;
  canMerge: boolean;
}

function titleOf({ request, obstacles, isChecking, canMerge }: TitleProps): string {
  if (request.merge_when_pipeline_succeeds) return t`Will be merged when the pipeline succeeds`;
  if (obstacles.length > 0) return t`Not ready to be merged`;
  if (isChecking) return t`Checking whether the branches can be merged …`;
  return canMerge ? t`Ready to be merged` : t`Nothing prevents the merge`;
}
