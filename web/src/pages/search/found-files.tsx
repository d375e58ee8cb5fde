/** Places in files where a text was found. */
import { File } from 'lucide-react';
import { Link } from 'react-router';
import type { Entity } from '#api/types';
import { projectPath } from '#lib/paths';
import './found-files.css';

interface FoundFilesProps {
  files: Entity<'repository.FoundBlob'>[];
  project: string;
  search: string;
}

/** Shows the places with a few lines around them. */
export function FoundFiles({ files, project, search }: FoundFilesProps) {
  return (
    <div className="stack">
      {files.map(({ path, ref, startline, data }, index) => (
        <div key={index} className="card">
          <div className="card-header">
            <File size={15} aria-hidden="true" />
            <Link className="mono truncate" to={`${projectPath(project, 'blob', ref, path)}#L${startline}`}>
              {path}
            </Link>
          </div>
          <pre className="found-lines">
            {data
              .replace(/\n$/, '')
              .split('\n')
              .map((line, offset) => (
                <div key={offset} className="found-line">
                  <Link
                    className="found-number"
                    to={`${projectPath(project, 'blob', ref, path)}#L${startline + offset}`}
                    aria-label={`Line ${startline + offset}`}
                  >
                    {startline + offset}
                  </Link>
                  <span>
                    <Marked text={line} search={search} />
                  </span>
                </div>
              ))}
          </pre>
        </div>
      ))}
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
