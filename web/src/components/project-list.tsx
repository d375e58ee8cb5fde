/** Projects as a list. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleDot, GitFork, Star } from 'lucide-react';
import { Link } from 'react-router';
import type { Project } from '#api/types';
import { numberText } from '#lib/format';
import { projectPath } from '#lib/paths';
import { Avatar } from './avatar';
import { RelativeTime } from './relative-time';
import { Empty } from './states';
import { VisibilityBadge } from './visibility-badge';

/** Shows projects. */
export function ProjectList({ projects }: { projects: Project[] }) {
  if (projects.length === 0) return <Empty title={t`No projects`} />;
  return (
    <ul className="card list">
      {projects.map((project) => (
        <li key={project.id}>
          <Avatar name={project.name} url={project.avatar_url} size={32} isSquare />
          <div className="grow">
            <div className="row row-wrap">
              <Link className="plain-link" to={projectPath(project.path_with_namespace)}>
                <span className="muted">{project.namespace ? `${project.namespace.name} / ` : ''}</span>
                <strong>{project.name}</strong>
              </Link>
              <VisibilityBadge visibility={project.visibility} />
              {project.archived && (
                <span className="badge badge-amber">
                  <Trans>archived</Trans>
                </span>
              )}
            </div>
            {project.description && <div className="muted small truncate">{project.description}</div>}
          </div>
          <span className="row muted small wide-only">
            <span className="row" title={t`Stars`}>
              <Star size={14} aria-label={t`Stars`} /> {numberText(project.star_count)}
            </span>
            <span className="row" title={t`Forks`}>
              <GitFork size={14} aria-label={t`Forks`} /> {numberText(project.forks_count)}
            </span>
            {project.open_issues_count !== null && project.open_issues_count !== undefined && (
              <span className="row" title={t`Open issues`}>
                <CircleDot size={14} aria-label={t`Open issues`} /> {numberText(project.open_issues_count)}
              </span>
            )}
          </span>
          <span className="muted small">
            <RelativeTime time={project.last_activity_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
