import { Trans } from '@lingui/react/macro';
import { GitFork } from 'lucide-react';
import { Link } from 'react-router';
import type { Project } from '#api/types';
import { numberText } from '#lib/format';
import { projectPath } from '#lib/paths';
import { useIsSignedIn } from '#session/use-session';

/** The link to the page that forks a project. */
export function ForkButton({ project }: { project: Project }) {
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn) return null;
  return (
    <Link className="button" to={projectPath(project.path_with_namespace, 'forks', 'new')}>
      <GitFork size={15} aria-hidden="true" />{' '}
      <Trans>
        Fork <span className="badge">{numberText(project.forks_count)}</span>
      </Trans>
    </Link>
  );
}
