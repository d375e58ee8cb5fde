/** The entries of a folder, each with its last commit. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CornerLeftUp, File, FileSymlink, Folder, FolderGit2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Commit, TreeEntry } from '#api/types';
import { RelativeTime } from '#components/relative-time';
import { Failure, Loading } from '#components/states';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { repositoryKeys, listTree } from '#data/repository';
import { projectPath } from '#lib/paths';
import { useLastCommits } from './use-last-commits';
import styles from './files.module.css';

const PER_PAGE = 100;
const SYMLINK_MODE = '120000';

/** The query of the entries. */
export function useTree({ ref, path }: FileAddress) {
  const { id } = useProject();
  return useInfiniteQuery({
    queryKey: repositoryKeys.tree(id, ref, path),
    queryFn: ({ pageParam }) => listTree(id, { ref, path, per_page: PER_PAGE, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ nextPage }) => nextPage,
    staleTime: 60_000,
  });
}

/** Shows the entries. */
export function TreeTable({ address }: { address: FileAddress }) {
  const { path_with_namespace: project } = useProject();
  const query = useTree(address);
  const commits = useLastCommits(address, { pages: query.data?.pages.length ?? 1, perPage: PER_PAGE });
  if (!query.data)
    return query.error ? <Failure error={query.error} retry={() => void query.refetch()} /> : <Loading lines={10} />;
  const entries = query.data.pages.flatMap(({ items }) => items);
  const parent = address.path.split('/').slice(0, -1).join('/');
  return (
    <>
      <table className={styles.treeTable} aria-label={t`Files`}>
        <colgroup>
          <col className={styles.treeName} />
          <col className={styles.treeCommit} />
          <col className={styles.treeTime} />
        </colgroup>
        <tbody>
          {address.path !== '' && (
            <tr>
              <td colSpan={3}>
                <Link
                  to={projectPath(project, 'tree', address.ref, parent)}
                  className="row"
                  aria-label={t`Parent folder`}
                >
                  <CornerLeftUp size={16} aria-hidden="true" /> ..
                </Link>
              </td>
            </tr>
          )}
          {entries.map((entry) => (
            <Entry key={entry.path} entry={entry} address={address} commit={commits.get(entry.path)} />
          ))}
        </tbody>
      </table>
      {query.hasNextPage && (
        <div className="card-body">
          <button
            type="button"
            className="button"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            <Trans>Show more files</Trans>
          </button>
        </div>
      )}
    </>
  );
}

interface EntryProps {
  entry: TreeEntry;
  address: FileAddress;
  commit: Commit | undefined;
}

function Entry({ entry, address: { ref }, commit }: EntryProps) {
  const { path_with_namespace: project } = useProject();
  const isFolder = entry.type === 'tree';
  return (
    <tr>
      <td className={styles.treeName}>
        <span className="row">
          <EntryIcon entry={entry} />
          {entry.type === 'commit' ? (
            <span className="truncate" title={t`Submodule`}>
              {entry.name}
            </span>
          ) : (
            <Link
              className="truncate"
              title={entry.name}
              to={projectPath(project, isFolder ? 'tree' : 'blob', ref, entry.path)}
            >
              {entry.name}
            </Link>
          )}
        </span>
      </td>
      <td className={styles.treeCommit}>
        <div className="truncate">
          {commit && (
            <Link to={projectPath(project, 'commit', commit.id)} title={commit.title}>
              {commit.title}
            </Link>
          )}
        </div>
      </td>
      <td className={`${styles.treeTime} muted small`}>{commit && <RelativeTime time={commit.committed_date} />}</td>
    </tr>
  );
}

/** The icon of a file, folder, submodule or symbolic link. */
export function EntryIcon({ entry: { type, mode } }: { entry: TreeEntry }) {
  const common = { size: 16, 'aria-hidden': true };
  if (type === 'tree') return <Folder {...common} className={styles.treeIconFolder} />;
  if (type === 'commit') return <FolderGit2 {...common} />;
  return mode === SYMLINK_MODE ? <FileSymlink {...common} /> : <File {...common} />;
}
