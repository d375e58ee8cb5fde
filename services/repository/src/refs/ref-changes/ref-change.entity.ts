/** Presents ref changes in events, complete enough that consumers need no further queries. */
import { type GitClient, isGitError, zeroId, type DiffEntry, type Commit } from '@forgemesh/git-engine';
import type { EventEntity } from '@forgemesh/events';
import { presentCommit } from '#commits/history';
import type { RefChangeDocument } from './ref-change.model';
import type { RefChangesDeps } from './deps';

type Deps = Pick<RefChangesDeps, 'git' | 'storages'>;

type RefChangeEntity = EventEntity<'repository.push.received'>;
type PushedCommit = RefChangeEntity['commits'][number];

/** Maximum number of commits in an event. */
const COMMITS_IN_EVENT = 20;

/** The entity of `repository.push.received` and `repository.wiki_push.received`. */
export async function presentRefChange(deps: Deps, change: RefChangeDocument): Promise<RefChangeEntity> {
  return {
    id: change._id,
    push_id: change.push_id,
    refs_count: change.refs_count,
    ref_type_count: change.ref_type_count ?? change.refs_count,
    project_id: change.project_id,
    storage: change.storage,
    repository: change.kind,
    ref: change.ref,
    before: change.before,
    after: change.after,
    user_id: change.user_id,
    user_username: change.user_username,
    user_name: change.user_name,
    push_options: change.push_options,
    is_first: change.is_first,
    created_at: change.created_at.toISOString(),
    total_commits_count: change.total_commits_count,
    commits: await newestCommits(deps, change),
  };
}

/** The newest commits of the change, oldest first, with the changed paths of each. */
async function newestCommits(
  { git, storages }: Deps,
  { project_id, storage, kind, before, after, total_commits_count: total }: RefChangeDocument,
): Promise<PushedCommit[]> {
  if (after === zeroId || total === 0) return [];
  const { repo } = storages.locate(project_id, storage, kind);
  try {
    const exclude = before === zeroId ? [] : [before];
    const limit = Math.min(COMMITS_IN_EVENT, total);
    const { commits } = await git.pushedCommits({ repo, after, exclude, limit, cap: limit });
    const presented = await Promise.all(commits.map((commit) => presentPushedCommit(git, repo, commit)));
    return presented.reverse();
  } catch (error) {
    // The repository has been deleted.
    if (isGitError(error, 'object_not_found')) return [];
    throw error;
  }
}

async function presentPushedCommit(git: GitClient, repo: string, commit: Commit): Promise<PushedCommit> {
  const limits = { max_bytes: 0, max_patch_bytes: 0 };
  const { files } = await git.commitDiff({ repo, commit_id: commit.id, limits });
  const paths = (filter: (file: DiffEntry) => boolean): string[] =>
    files.filter(filter).map(({ new_path }) => new_path);
  return {
    ...presentCommit(commit),
    added: paths(({ new_file }) => new_file),
    modified: paths(({ new_file, deleted_file }) => !new_file && !deleted_file),
    removed: paths(({ deleted_file }) => deleted_file),
  };
}
