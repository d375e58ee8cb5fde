/** Finds the newest commit that changed a path. */
import { normalizePath } from '../content/tree/tree-object';
import { type Commit, readCommit } from '../objects/commit';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { EventLoopYield } from '../worker/event-loop-yield';
import type { Repository } from '../worker/repository';
import type { CommitGraph } from './graph/commit-graph';
import { type PathKeys, pathKeys } from './graph/path-filter';
import { NodeReader } from './walk/commit-node';
import { PathEntries } from './walk/path-entries';
import { takeCommits } from './walk/walks';

export interface LastCommitForPathInput {
  repo: string;
  /** Commit id to start from. */
  commit_id: string;
  /** File or folder; empty for the whole tree. */
  path: string;
}

/** Trees that are read before a walk takes over, which lets git search. */
const MAX_TREES = 100;
/** Commits that are skipped in one turn of the event loop. */
const MAX_SKIPS = 20_000;
const cacheBytes = 2 * 1024 * 1024;
const entryBytes = 400;

/**
 * The commit, or null when no commit in this history touched the path. Cached by commit and path.
 */
export async function lastCommitForPath(context: GitContext, input: LastCommitForPathInput): Promise<Commit | null> {
  const repository = context.repository(input.repo);
  const commitId = checkObjectId(input.commit_id);
  const path = normalizePath(input.path);
  if (path === '') return await readCommit(repository, commitId);
  const cache = repository.cache<{ id: string | undefined }>('last commits', cacheBytes, () => entryBytes);
  const key = `${commitId}:${path}`;
  const id = cache.get(key) ?? { id: await findLast(repository, commitId, path, context.signal) };
  cache.set(key, id);
  return id.id === undefined ? null : await readCommit(repository, id.id);
}

/**
 * Follows the path through the history. With git's rules one parent is enough: a commit with the
 * same entry as one of its parents has it from there, and any other commit is the result.
 */
async function findLast(
  repository: Repository,
  start: string,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const keys = pathKeys(path);
  const entries = new PathEntries(repository, path);
  const nodes = new NodeReader(repository);
  const yielder = new EventLoopYield(signal);
  const { graph } = nodes;
  for (let id = skip(graph, start, keys); ; id = skip(graph, id, keys)) {
    await yielder.step();
    const node = await nodes.read(id, () => []);
    if (entries.uncachedReads > MAX_TREES)
      return (await takeCommits(repository, { from: [id], path }, 1, signal)).ids[0];
    const entry = await entries.at(node.tree);
    if (node.parents.length === 0) return entry === '' ? undefined : id;
    let origin: string | undefined;
    for (const parent of node.parents) {
      const { tree } = await nodes.read(parent, () => []);
      if ((await entries.at(tree)) !== entry) continue;
      origin = parent;
      break;
    }
    if (origin === undefined) return id;
    id = origin;
  }
}

/** The next commit that may have changed the path. */
function skip(graph: CommitGraph, id: string, keys: PathKeys | undefined): string {
  if (keys === undefined) return id;
  const position = graph.find(id);
  return position === undefined ? id : graph.idAt(graph.skipUnchanged(position, keys, MAX_SKIPS));
}
