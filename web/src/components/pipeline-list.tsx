import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Pipeline } from '#api/types';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { RelativeTime } from './relative-time';
import { StatusBadge } from './status-badge';

/** Shows pipelines of the project with links to their pages, refs and commits. */
export function PipelineList({ pipelines }: { pipelines: readonly Pipeline[] }) {
  const { path_with_namespace: project } = useProject();
  return (
    <ul className="card list">
      {pipelines.map(({ id, status, ref, sha, updated_at: updatedAt }) => (
        <li key={id}>
          <StatusBadge status={status} />
          <div className="grow">
            <div className="row row-wrap">
              <Link to={projectPath(project, 'pipelines', String(id))}>
                <Trans>Pipeline {id}</Trans>
              </Link>
              <Link className="badge badge-blue" to={projectPath(project, 'commits', ref)}>
                {ref}
              </Link>
              <Link className="mono" to={projectPath(project, 'commit', sha)}>
                {sha.slice(0, 8)}
              </Link>
            </div>
          </div>
          <span className="muted small">
            <RelativeTime time={updatedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
