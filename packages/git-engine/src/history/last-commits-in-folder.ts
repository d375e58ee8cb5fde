/** Finds the newest commit that changed each entry of a folder, in one walk for all of them. */
import { GitError } from '../errors';
import { findPath, normalizePath, parseTree, readTree } from '../content/tree/tree-object';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { EventLoopYield } from '../worker/event-loop-yield';
import type { Repository } from '../worker/repository';
import type { CommitGraph } from './graph/commit-graph';
import { type PathKeys, pathKeys } from './graph/path-filter';
import { type CommitNode, NodeReader } from './walk/commit-node';
import { DateQueue } from './walk/date-queue';

export interface LastCommitsInFolderInput {
  repo: string;
  /** Commit id to start from. */
  commit_id: string;
  /** Folder; empty for the root. */
  path: string;
  /** Names of the entries of the folder. */
  names: readonly string[];
}

/** An entry and the commit that changed it last. */
export interface LastCommitOfEntry {
  name: string;
  /** Null for an entry that does not exist or that no visited commit has changed. */
  commit_id: string | null;
}

/** Commits that one walk visits at most; entries that are older have no result. */
const MAX_COMMITS = 20_000;
/** Commits that are skipped in one turn of the event loop. */
const MAX_SKIPS = 20_000;
/** With more entries, comparing two trees costs less than asking the filters for each entry. */
const MAX_FILTERED_ENTRIES = 32;
/** Folders that a walk keeps parsed. */
const MAX_PARSED = 64;
const cacheBytes = 2 * 1024 * 1024;
const entryBytes = 400;

/** The last commits of the entries, in the order of `names`. Cached by commit and path. */
export async function lastCommitsInFolder(
  context: GitContext,
  input: LastCommitsInFolderInput,
): Promise<LastCommitOfEntry[]> {
  const repository = context.repository(input.repo);
  const start = checkObjectId(input.commit_id);
  const folder = normalizePath(input.path);
  const cache = repository.cache<{ id: string | undefined }>('last commits in folders', cacheBytes, () => entryBytes);
  const keyOf = (name: string): string => `${start}:${folder === '' ? name : `${folder}/${name}`}`;
  const missing = input.names.filter((name) => !cache.has(keyOf(name)));
  if (missing.length > 0) {
    const found = await new FolderWalk(repository, folder, context.signal).run(start, missing);
    for (const name of missing) cache.set(keyOf(name), { id: found.get(name) });
  }
  return input.names.map((name) => ({ name, commit_id: cache.get(keyOf(name))?.id ?? null }));
}

/**
 * Follows every entry through the history as `lastCommitForPath` does: to the first parent with the
 * same entry, until no parent has it. Entries at the same commit are compared together.
 */
class FolderWalk {
  private readonly nodes: NodeReader;
  private readonly graph: CommitGraph;
  private readonly folderKeys: PathKeys | undefined;
  private readonly entryKeys = new Map<string, PathKeys | undefined>();
  /** Entries that are followed, by the commit at which they are. */
  private readonly pending = new Map<string, Set<string>>();
  private readonly queue = new DateQueue();
  private readonly found = new Map<string, string | undefined>();
  /** Mode and id of each entry by name, by the id of the folder's tree. */
  private readonly parsed = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    private readonly repository: Repository,
    private readonly folder: string,
    private readonly signal: AbortSignal,
  ) {
    this.nodes = new NodeReader(repository);
    this.graph = this.nodes.graph;
    this.folderKeys = pathKeys(folder);
  }

  async run(start: string, names: readonly string[]): Promise<ReadonlyMap<string, string | undefined>> {
    const yielder = new EventLoopYield(this.signal);
    await this.follow(start, names);
    for (let visited = 0; visited < MAX_COMMITS && this.pending.size > 0; visited += 1) {
      await yielder.step();
      const id = this.queue.pop();
      if (id === undefined) break;
      const entries = this.pending.get(id);
      if (entries === undefined) continue;
      this.pending.delete(id);
      await this.visit(id, entries);
    }
    if (this.signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    return this.found;
  }

  private async follow(id: string, names: Iterable<string>): Promise<void> {
    const entries = this.pending.get(id);
    if (entries !== undefined) {
      for (const name of names) entries.add(name);
      return;
    }
    this.pending.set(id, new Set(names));
    this.queue.push(id, (await this.read(id)).time);
  }

  private async visit(id: string, names: ReadonlySet<string>): Promise<void> {
    const unchanged = this.skip(id, names);
    if (unchanged !== id) return this.follow(unchanged, names);
    const { tree, parents } = await this.read(id);
    const own = await this.entriesAt(tree);
    let open = [...names];
    for (const parent of parents) {
      if (open.length === 0) return;
      const theirs = await this.entriesAt((await this.read(parent)).tree);
      const same = own === theirs ? open : open.filter((name) => own.get(name) === theirs.get(name));
      if (same.length === 0) continue;
      await this.follow(parent, same);
      open = own === theirs ? [] : open.filter((name) => own.get(name) !== theirs.get(name));
    }
    for (const name of open) this.found.set(name, own.has(name) || parents.length > 0 ? id : undefined);
  }

  /** The next commit that may have changed one of the entries. */
  private skip(id: string, names: ReadonlySet<string>): string {
    const position = this.graph.find(id);
    if (position === undefined) return id;
    if (this.folderKeys !== undefined) {
      const next = this.graph.skipUnchanged(position, this.folderKeys, MAX_SKIPS);
      if (next !== position) return this.graph.idAt(next);
    }
    if (names.size > MAX_FILTERED_ENTRIES) return id;
    const keys = [...names].map((name) => this.keysOf(name));
    if (!keys.every((key) => key !== undefined && this.graph.isUnchanged(id, key))) return id;
    return this.graph.node(id)?.parents[0] ?? id;
  }

  private keysOf(name: string): PathKeys | undefined {
    if (!this.entryKeys.has(name))
      this.entryKeys.set(name, pathKeys(this.folder === '' ? name : `${this.folder}/${name}`));
    return this.entryKeys.get(name);
  }

  private read(id: string): Promise<CommitNode> {
    return this.nodes.read(id, () => this.queue.ids());
  }

  private async entriesAt(rootTree: string): Promise<ReadonlyMap<string, string>> {
    const folder = await findPath(this.repository, rootTree, this.folder);
    const treeId = folder?.mode === '040000' ? folder.id : '';
    const known = this.parsed.get(treeId);
    if (known !== undefined) return known;
    const items = treeId === '' ? [] : parseTree(await readTree(this.repository, treeId));
    const entries = new Map(items.map(({ name, mode, id }) => [name, `${mode} ${id}`]));
    if (this.parsed.size >= MAX_PARSED) this.parsed.delete(this.parsed.keys().next().value ?? '');
    this.parsed.set(treeId, entries);
    return entries;
  }
}
