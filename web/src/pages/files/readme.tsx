/** The README of a folder, rendered. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router';
import { fileKeys, fetchText, type FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { MarkdownFile } from './markdown-file';
import { useTree } from './tree-table';

const readmeName = /^readme(\.(md|markdown|mdown|txt))?$/i;

/** Shows the README if the folder has one. */
export function Readme({ address }: { address: FileAddress }) {
  const { id, path_with_namespace: project } = useProject();
  const { data: tree } = useTree(address);
  const entry = tree?.pages[0]?.items.find(({ type, name }) => type === 'blob' && readmeName.test(name));
  const file = entry && { ref: address.ref, path: entry.path };
  const { data: text } = useQuery({
    queryKey: fileKeys.text(id, file?.ref, file?.path),
    queryFn: () => fetchText(id, file ?? address),
    enabled: file !== undefined,
    staleTime: 60_000,
  });
  if (!file || text === undefined) return null;
  return (
    <section className="card">
      <div className="card-header">
        <BookOpen size={16} aria-hidden="true" />
        <h2>
          <Link className="plain-link" to={projectPath(project, 'blob', file.ref, file.path)}>
            {entry.name}
          </Link>
        </h2>
      </div>
      <div className="card-body">
        {text.trim() === '' ? (
          <p className="muted">
            <Trans>This file is empty.</Trans>
          </p>
        ) : (
          <MarkdownFile text={text} address={file} />
        )}
      </div>
    </section>
  );
}
