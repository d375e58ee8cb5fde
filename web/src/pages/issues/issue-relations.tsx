/** Related issues, and merge requests of an issue. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Issue, MergeRequest } from '#api/types';
import { StateBadge } from '#components/state-badge';
import { issueKeys, createIssueLink, deleteIssueLink, listIssueLinks } from '#data/issues';
import { listClosingMergeRequests, listRelatedMergeRequests } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { showError } from '#lib/messages';
import { pathOf } from '#lib/paths';
import { useAction } from '#lib/use-action';
import styles from '#components/items/items.module.css';

/** Related issues, with a form to add one. */
export function IssueRelations({ issue, canEdit }: { issue: Issue; canEdit: boolean }) {
  const project = useProject();
  const queryKey = issueKeys.links(issue.project_id, issue.iid);
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => listIssueLinks(issue.project_id, issue.iid, { per_page: 100 }),
  });
  const { run, isBusy } = useAction(queryKey);
  const [text, setText] = useState('');
  if (data.length === 0 && !canEdit) return null;
  const add = async (): Promise<void> => {
    const [, target, iid] = /^(.*?)#?(\d+)$/.exec(text.trim()) ?? [];
    if (iid === undefined) {
      showError(t`Enter the number of an issue, such as #12 or group/project#12.`);
      return;
    }
    const body = { target_project_id: target || project.path_with_namespace, target_issue_iid: Number(iid) };
    if (await run(() => createIssueLink(issue.project_id, issue.iid, body))) setText('');
  };
  return (
    <section className={`card ${styles.itemSection}`} aria-labelledby="related-title">
      <div className="card-header">
        <h2 id="related-title">
          <Trans>Related issues</Trans>
        </h2>
        <span className="badge">{data.length}</span>
      </div>
      <ul className="list">
        {data.map((other) => (
          <li key={other.id}>
            <StateBadge kind="issue" state={other.state} />
            <Link className="grow" to={pathOf(other.web_url)}>
              {other.title} <span className="muted">{other.references?.full}</span>
            </Link>
            {canEdit && other.issue_link_id !== null && (
              <button
                type="button"
                className="button button-plain button-icon button-small"
                aria-label={t`Remove the relation to ${other.title}`}
                disabled={isBusy}
                onClick={() => void run(() => deleteIssueLink(issue.project_id, issue.iid, other.issue_link_id ?? 0))}
              >
                <X size={14} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
        {canEdit && (
          <li>
            <form
              className="row grow"
              onSubmit={(event) => {
                event.preventDefault();
                void add();
              }}
            >
              <input
                className="input"
                aria-label={t`Issue to relate`}
                placeholder={t`#12 or group/project#12`}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <button type="submit" className="button" disabled={isBusy || text.trim() === ''}>
                <Trans>Add</Trans>
              </button>
            </form>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Merge requests that mention or close an issue. */
export function IssueRequests({ issue }: { issue: Issue }) {
  const related = useQuery({
    queryKey: issueKeys.mergeRequests(issue.project_id, issue.iid),
    queryFn: () => listRelatedMergeRequests(issue.project_id, issue.iid),
  });
  const closing = useQuery({
    queryKey: issueKeys.closedBy(issue.project_id, issue.iid),
    queryFn: () => listClosingMergeRequests(issue.project_id, issue.iid),
    enabled: issue.merge_requests_count > 0,
  });
  const closers = new Set(closing.data?.map(({ id }) => id));
  const requests = new Map<number, MergeRequest>();
  for (const request of [...(closing.data ?? []), ...(related.data ?? [])]) requests.set(request.id, request);
  if (requests.size === 0) return null;
  return (
    <section className={`card ${styles.itemSection}`} aria-labelledby="requests-title">
      <div className="card-header">
        <h2 id="requests-title">
          <Trans>Merge requests</Trans>
        </h2>
        <span className="badge">{requests.size}</span>
      </div>
      <ul className="list">
        {[...requests.values()].map((request) => (
          <li key={request.id}>
            <StateBadge kind="merge_request" state={request.state} />
            <Link className="grow" to={pathOf(request.web_url)}>
              {request.title} <span className="muted">{request.references?.full}</span>
            </Link>
            {closers.has(request.id) && (
              <span className="badge">
                <Trans>closes this issue</Trans>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
