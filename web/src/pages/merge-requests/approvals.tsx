/** Approvals of a merge request: who approved it, the rules, and the visitor's approval. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, CircleDashed } from 'lucide-react';
import { Link } from 'react-router';
import type { MergeRequest } from '#api/types';
import { Avatar } from '#components/avatar';
import { Loading } from '#components/states';
import {
  approveMergeRequest,
  getApprovalState,
  getMergeRequestApprovals,
  unapproveMergeRequest,
} from '#data/approvals';
import { useCurrentUser } from '#data/current-user';
import { mergeRequestKeys } from '#data/merge-requests';
import { namesText } from '#lib/format';
import { pathOf } from '#lib/paths';
import { useAction } from '#lib/use-action';
import styles from './merge-requests.module.css';

/** Shows the approvals. */
export function Approvals({ request }: { request: MergeRequest }) {
  const key = mergeRequestKeys.one(request.project_id, request.iid);
  const approvals = useQuery({
    queryKey: mergeRequestKeys.approvals(request.project_id, request.iid, request.sha),
    queryFn: () => getMergeRequestApprovals(request.project_id, request.iid),
  });
  const state = useQuery({
    queryKey: mergeRequestKeys.approvalState(request.project_id, request.iid, request.sha),
    queryFn: () => getApprovalState(request.project_id, request.iid),
  });
  const { run, isBusy } = useAction(key);
  const user = useCurrentUser();
  const isOwn = request.state === 'opened' && user !== undefined && user.id === request.author?.id;
  if (approvals.isPending) return <Loading lines={2} />;
  if (!approvals.data) return null;
  const { approved_by: approvers, approvals_left: left, approvals_required: required } = approvals.data;
  const text = approvalText(
    left,
    required,
    approvers.flatMap(({ user: approver }) => approver?.name ?? []),
  );
  const approve = (): void => {
    void run(() =>
      approveMergeRequest(request.project_id, request.iid, request.sha === null ? {} : { sha: request.sha }),
    );
  };
  return (
    <section className="card" aria-labelledby="approvals-title">
      <div className="card-header">
        {left === 0 && (required > 0 || approvers.length > 0) ? (
          <Check size={16} className={styles.toneDone} aria-hidden="true" />
        ) : (
          <CircleDashed size={16} aria-hidden="true" />
        )}
        <h2 id="approvals-title" className="grow">
          {text}
        </h2>
        {approvers.map(({ user }) => (
          <Link
            key={user?.id}
            to={pathOf(user?.web_url)}
            aria-label={t`Approved by ${user?.name ?? ''}`}
            title={user?.name}
          >
            <Avatar name={user?.name ?? '?'} url={user?.avatar_url ?? null} size={24} />
          </Link>
        ))}
        {request.state === 'opened' && approvals.data.user_has_approved && (
          <button
            type="button"
            className="button button-small"
            disabled={isBusy}
            onClick={() => void run(() => unapproveMergeRequest(request.project_id, request.iid))}
          >
            <Trans>Revoke approval</Trans>
          </button>
        )}
        {request.state === 'opened' && approvals.data.user_can_approve && !approvals.data.user_has_approved && (
          <button
            type="button"
            // Without required approvals, the merge is the main action of the page.
            className={`button button-small ${left > 0 ? 'button-primary' : ''}`}
            disabled={isBusy}
            onClick={approve}
          >
            <Trans>Approve</Trans>
          </button>
        )}
      </div>
      {isOwn && !approvals.data.user_can_approve && !approvals.data.user_has_approved && (
        <p className="card-body muted small">
          <Trans>You opened this merge request, so others approve it.</Trans>
        </p>
      )}
      {state.data && state.data.rules.length > 0 && (
        <ul className="list">
          {state.data.rules.map((rule) => (
            <li key={`${rule.rule_type}-${rule.id}`}>
              <span className="grow">
                {rule.section === null ? rule.name : t`Code owners of ${rule.name}`}
                <span className="muted small"> {rule.eligible_approvers.map(({ name }) => name).join(', ')}</span>
              </span>
              <span className="small nowrap">
                <Trans>
                  {rule.approved_by.length} of {rule.approvals_required}
                </Trans>
              </span>
              <span className={`badge ${rule.approved ? 'badge-green' : 'badge-amber'}`}>
                {rule.approved ? t`Approved` : t({ message: 'Open', context: 'approval rule' })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is approved by whom, and what is missing. */
function approvalText(left: number, required: number, approvers: readonly string[]): string {
  const missing = plural(left, { one: '# more approval required', other: '# more approvals required' });
  const names = namesText(approvers);
  if (left > 0) return approvers.length > 0 ? t`${missing}, approved by ${names}` : missing;
  if (approvers.length > 0) return t`Approved by ${names}`;
  return required > 0 ? t`Approved` : t`Approval is optional`;
}
