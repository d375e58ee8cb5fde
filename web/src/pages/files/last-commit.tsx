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

/** The query of the last commit. */
export function useLastCommit({ ref, path }: FileAddress, isEnabled = true) {
  const { id } = useProject();
  return useQuery({
    queryKey: repositoryKeys.lastCommit(id, ref, path),
    queryFn: async (): Promise<Commit | null> => {
      const query = { ref_name: ref, per_page: 1, ...(path !== '' && { path }) };
      const commits = await findCommits(id, query);
      return commits[0] ?? null;
    },
    enabled: isEnabled,
    staleTime: 60_000,
  });
}

/** Shows it in the header of a card. */
export function LastCommit({ address }: { address: FileAddress }) {
  const { path_with_namespace: project } = useProject();
  const { data: commit } = useLastCommit(address);
  return (
    <div className="card-header last-commit">
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
          <CommitStatusOf sha={commit.id} />
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
