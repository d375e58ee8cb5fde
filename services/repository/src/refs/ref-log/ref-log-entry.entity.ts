/**
 * Presents the changes of an entry in events, complete enough that consumers need no further
 * queries.
 */
import { EventParts, type EventPart } from '@forgemesh/data';
import { type GitClient, isGitError, zeroId, type DiffEntry, type Commit } from '@forgemesh/git-engine';
import type { EventEntity } from '@forgemesh/events';
import { presentCommit } from '#commits/history';
import { refType, type LoggedRef, type RefLogEntry } from './ref-log-entry.model';
import type { RefLogDeps } from './deps';

type Deps = Pick<RefLogDeps, 'git' | 'storages'>;

type RefChangeEntity = EventEntity<'repository.push.received'>;
type PushedCommit = RefChangeEntity['commits'][number];

/** Maximum number of commits in an event. */
const COMMITS_IN_EVENT = 20;
/** Changes that are presented at the same time. */
const BATCH = 50;

/**
 * The entities of `repository.push.received` and `repository.wiki_push.received`: one for each ref
 * of an entry.
 */
export function presentEntry(deps: Deps, entry: RefLogEntry): EventParts {
  return new EventParts(async function* () {
    for (let at = 0; at < entry.refs.length; at += BATCH)
      yield await Promise.all(entry.refs.slice(at, at + BATCH).map((change) => presentPart(deps, entry, change)));
  });
}

async function presentPart(deps: Deps, entry: RefLogEntry, change: LoggedRef): Promise<EventPart> {
  return { subject: change.id, entity: await presentRefChange(deps, entry, change) };
}

async function presentRefChange(deps: Deps, entry: RefLogEntry, change: LoggedRef): Promise<RefChangeEntity> {
  return {
    id: change.id,
    push_id: entry.push_id,
    refs_count: entry.refs_count,
    ref_type_count: entry.ref_type_counts[refType(change.ref)],
    project_id: entry.project_id,
    storage: entry.storage,
    repository: entry.kind,
    ref: change.ref,
    before: change.before,
    after: change.after,
    user_id: entry.user_id,
    user_username: entry.user_username,
    user_name: entry.user_name,
    push_options: entry.push_options,
    is_first: change.is_first,
    created_at: entry.created_at.toISOString(),
    total_commits_count: change.total_commits_count,
    commits: await newestCommits(deps, entry, change),
  };
}

/** The newest commits of the change, oldest first, with the changed paths of each. */
async function newestCommits(
  { git, storages }: Deps,
  { project_id, storage, kind }: RefLogEntry,
  { before, after, total_commits_count: total }: LoggedRef,
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
