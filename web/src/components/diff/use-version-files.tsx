/** The files of a version of changes: their lines, pictures and pages. */
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import type { DiffEntry } from '#api/types';
import { fetchBlob, fetchText, fileKeys } from '#data/files';
import { projectPath } from '#lib/paths';
import type { PictureSide } from './picture-diff';

/** The commits before and after the changes. */
interface Version {
  base: string;
  head: string;
}

/** Functions that stay the same as long as the commits are the same. */
export function useVersionFiles(project: { id: number; path_with_namespace: string }, { base, head }: Version) {
  const client = useQueryClient();
  const { id, path_with_namespace: path } = project;
  const loadLines = useCallback(
    async (file: DiffEntry): Promise<string[]> => {
      const text = await client.fetchQuery({
        queryKey: fileKeys.text(id, head, file.new_path),
        queryFn: () => fetchText(id, { ref: head, path: file.new_path }),
        staleTime: Infinity,
      });
      const lines = text.split('\n');
      if (lines.at(-1) === '') lines.pop();
      return lines;
    },
    [client, id, head],
  );
  const pictures = useMemo(
    () => ({
      version: `${base} ${head}`,
      load: (file: DiffEntry, side: PictureSide) =>
        fetchBlob(id, side === 'old' ? { ref: base, path: file.old_path } : { ref: head, path: file.new_path }),
    }),
    [id, base, head],
  );
  const actionsOf = useCallback(
    (file: DiffEntry) =>
      file.deleted_file ? null : (
        <Link className="button button-small wide-only" to={projectPath(path, 'blob', head, file.new_path)}>
          <Trans>View</Trans>
        </Link>
      ),
    [path, head],
  );
  return { loadLines, pictures, actionsOf };
}
