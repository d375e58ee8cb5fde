import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import styles from './files.module.css';

/** The path of a file with a link to each folder. */
export function FilePath({ address: { ref: name, path } }: { address: FileAddress }) {
  const { path_with_namespace: project, path: projectName } = useProject();
  const segments = path === '' ? [] : path.split('/');
  return (
    <nav className={styles.filePath} aria-label={t`Path of the file`}>
      <span>
        <Link to={projectPath(project, 'tree', name)}>{projectName}</Link>
      </span>
      {segments.map((segment, index) => (
        <span key={index}>
          {index === segments.length - 1 ? (
            segment
          ) : (
            <Link to={projectPath(project, 'tree', name, segments.slice(0, index + 1).join('/'))}>{segment}</Link>
          )}
        </span>
      ))}
    </nav>
  );
}
