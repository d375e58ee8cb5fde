/** Commit statuses, which external systems set. */
import { Trans } from '@lingui/react/macro';
import type { CommitStatus } from '#api/types';
import { RelativeTime } from './relative-time';
import { StatusBadge } from './status-badge';

/** Shows statuses with links to the systems that set them. */
export function StatusList({ statuses }: { statuses: readonly CommitStatus[] }) {
  return (
    <ul className="list">
      {statuses.map((status) => (
        <li key={status.id}>
          <StatusBadge status={status.status} />
          <div className="grow">
            {status.target_url ? (
              <a href={safeUrl(status.target_url)} rel="noreferrer noopener" target="_blank">
                {status.name}
              </a>
            ) : (
              status.name
            )}
            {status.description && <div className="muted small">{status.description}</div>}
          </div>
          {status.coverage !== null && (
            <span className="muted small">
              <Trans>{status.coverage} % covered</Trans>
            </span>
          )}
          {status.allow_failure && (
            <span className="badge">
              <Trans>may fail</Trans>
            </span>
          )}
          <span className="muted small">
            <RelativeTime time={status.finished_at ?? status.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** External systems set these addresses: only web addresses become links. */
function safeUrl(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined;
}
