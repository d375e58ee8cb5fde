/** The last commit of a file or folder. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Commit } from '#api/types';
import { Avatar } from '#components/avatar';
import { RelativeTime } from '#components/relative-time';
import { StatusBadge } from '#components/status-badge';
import { commitKeys, findCommits, getCommit } from '#data/commits';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { repositoryKeys } from '#data/repository';
import { projectPath } from '#lib/paths';
import styles from './files.module.css';

/** The query of the last commit; that of the root folder is the commit of the ref. */
function useLastCommit({ ref, path }: FileAddress) {
  const { id } = useProject();
  return useQuery({
    queryKey: path === '' ? commitKeys.one(id, ref) : repositoryKeys.lastCommit(id, ref, path),
    queryFn: async (): Promise<Commit | null> => {
      if (path === '') return getCommit(id, ref);
      const [commit] = await findCommits(id, { ref_name: ref, path, per_page: 1 });
      return commit ?? null;
    },
    staleTime: 30_000,
  });
}

/** Shows it in the header of a card. */
export function LastCommit({ address }: { address: FileAddress }) {
  const { path_with_namespace: project } = useProject();
  const { data: commit } = useLastCommit(address);
  return (
    <div className={`card-header ${styles.lastCommit}`}>
      {commit && (
        <>
          <Avatar name={commit.author_name} size={24} />
          <span className="nowrap wide-only">{commit.author_name}</span>
          <Link
            className="truncate grow plain-link"
            to={projectPath(project, 'commit', commit.id)}
            title={commit.title}
          >
            {commit.title}
          </Link>
          {address.path === '' ? (
            commit.status && <StatusBadge status={commit.status} />
          ) : (
            <CommitStatusOf sha={commit.id} />
          )}
          <Link className="mono muted wide-only" to={projectPath(project, 'commit', commit.id)}>
            {commit.short_id}
          </Link>
          <span className="muted small">
            <RelativeTime time={commit.committed_date} />
          </span>
        </>
      )}
    </div>
  );
}

/** The status of the last pipeline of a commit, if it has one. */
function CommitStatusOf({ sha }: { sha: string }) {
  const { id } = useProject();
  const { data } = useQuery({
    queryKey: commitKeys.one(id, sha),
    queryFn: () => getCommit(id, sha),
    staleTime: 30_000,
  });
  return data?.status ? <StatusBadge status={data.status} /> : null;
}
