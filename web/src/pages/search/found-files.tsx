/** Places in files where a text was found. */
import { t } from '@lingui/core/macro';
import { File } from 'lucide-react';
import { Link } from 'react-router';
import type { Entity } from '#api/types';
import { projectPath } from '#lib/paths';
import styles from './found-files.module.css';

interface FoundFilesProps {
  files: Entity<'repository.FoundBlob'>[];
  /** The searched project; empty if several were searched. */
  project: string;
  search: string;
}

/** Words of a search that limit it to paths. */
const pathWords = /(?:^|\s)-?(?:path|filename|extension):(?:"[^"]*"|\S+)/gi;

/** Shows the places with a few lines around them, and the paths that match. */
export function FoundFiles({ files, project, search }: FoundFilesProps) {
  const text = search.replace(pathWords, '').trim();
  return (
    <div className="stack">
      {files.map((file, index) => (
        <FoundFile key={index} file={file} project={project} text={text} />
      ))}
    </div>
  );
}

interface FoundFileProps {
  file: FoundFilesProps['files'][number];
  project: string;
  text: string;
}

function FoundFile({ file, project, text }: FoundFileProps) {
  const { path, ref, startline, data, project_path: ownProject } = file;
  const address = projectPath(ownProject ?? project, 'blob', ref, path);
  return (
    <div className="card">
      <div className="card-header">
        <File size={15} aria-hidden="true" />
        {ownProject && (
          <Link className="plain-link nowrap" to={projectPath(ownProject)}>
            {ownProject}
          </Link>
        )}
        <Link className="mono truncate" to={data === '' ? address : `${address}#L${startline}`}>
          {data === '' ? <Marked text={path} search={text} /> : path}
        </Link>
      </div>
      {data !== '' && (
        <pre className={styles.foundLines}>
          {data
            .replace(/\n$/, '')
            .split('\n')
            .map((line, offset) => (
              <div key={offset} className={styles.foundLine}>
                <Link
                  className={styles.foundNumber}
                  to={`${address}#L${startline + offset}`}
                  aria-label={t`Line ${startline + offset}`}
                >
                  {startline + offset}
                </Link>
                <span>
                  <Marked text={line} search={text} />
                </span>
              </div>
            ))}
        </pre>
      )}
    </div>
  );
}

function Marked({ text, search }: { text: string; search: string }) {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  );
}
