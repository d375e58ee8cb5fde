import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { Project } from '#api/types';
import { projectPath } from '#lib/paths';

interface CommitTabsProps {
  project: Project;
  branch: string;
  current: 'commits' | 'network' | 'graphs';
}

const tabs = [
  ['commits', t`Commits`],
  ['network', t`Graph`],
  ['graphs', t`Contributors`],
] as const;

/** The views of a history. */
export function CommitTabs({ project, branch, current }: CommitTabsProps) {
  return (
    <nav className="tabs" aria-label={t`History`}>
      {tabs.map(([page, text]) => (
        <Link
          key={page}
          to={projectPath(project.path_with_namespace, page, branch)}
          aria-current={page === current ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
