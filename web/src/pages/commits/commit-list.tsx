/** Commits grouped by day. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Commit } from '#api/types';
import { Avatar } from '#components/avatar';
import { CopyButton } from '#components/copy-button';
import { RelativeTime } from '#components/relative-time';
import { StatusBadge } from '#components/status-badge';
import { dateText } from '#lib/format';
import { projectPath } from '#lib/paths';
import styles from './commits.module.css';

/** Shows commits of a project, given by its full path. */
export function CommitList({ commits, project }: { commits: Commit[]; project: string }) {
  const days = new Map<string, Commit[]>();
  for (const commit of commits) {
    const day = dateText(commit.committed_date);
    days.set(day, [...(days.get(day) ?? []), commit]);
  }
  return (
    <div className="stack">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <h2 className={styles.commitDay}>{day}</h2>
          <ul className="card list">
            {ofDay.map((commit) => (
              <CommitItem key={commit.id} commit={commit} project={project} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function CommitItem({ commit, project }: { commit: Commit; project: string }) {
  const to = projectPath(project, 'commit', commit.id);
  return (
    <li>
      <Avatar name={commit.author_name} size={32} />
      <div className="grow">
        <Link className={`plain-link ${styles.commitTitle}`} to={to}>
          {commit.title}
        </Link>
        <div className="muted small">
          {commit.author_name} · <RelativeTime time={commit.authored_date} />
        </div>
      </div>
      {commit.status && <StatusBadge status={commit.status} />}
      <span className="row wide-only">
        <Link className="mono" to={to}>
          {commit.short_id}
        </Link>
        <CopyButton text={commit.id} label={t`Copy the id of ${commit.short_id}`} />
        <Link className="button button-small" to={projectPath(project, 'tree', commit.id)}>
          <Trans>Files</Trans>
        </Link>
      </span>
    </li>
  );
}
