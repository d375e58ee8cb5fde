/**
 * Reads the commit data that walks need: from the commit graph, and newer commits through the
 * persistent cat-file. For a long walk without a graph one `git rev-list` reads thousands in
 * advance, because a chain of commits can otherwise only be read one by one.
 */
import type { LRUCache } from 'lru-cache';
import { GitError } from '../../errors';
import { findCommit } from '../../objects/commit';
import type { Repository } from '../../worker/repository';
import { type CommitGraph, commitGraph } from '../graph/commit-graph';

export interface CommitNode {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Committer date in seconds since 1970. */
  readonly time: number;
}

const cacheBytes = 64 * 1024 * 1024;
const nodeBytes = 300;
const readsBeforeBatch = 64;
const maxBatchSize = 50_000;

/** Reads nodes for one walk. */
export class NodeReader {
  private readonly cache: LRUCache<string, CommitNode>;
  private uncachedReads = 0;
  private nextBatchSize = 1000;
  private batch: Promise<void> | undefined;
  /** The commit graph when the reader was created. */
  readonly graph: CommitGraph;

  constructor(private readonly repository: Repository) {
    this.graph = commitGraph(repository);
    this.cache = repository.cache<CommitNode>('commit nodes', cacheBytes, () => nodeBytes);
  }

  /** The node if it is cached or in the commit graph. */
  peek(id: string): CommitNode | undefined {
    const cached = this.cache.peek(id);
    if (cached !== undefined) return cached;
    const node = this.graph.node(id);
    if (node !== undefined) this.cache.set(id, node);
    return node;
  }

  /**
   * Reads a node. Errors: `object_not_found`. `frontier` returns the commits that the walk visits
   * next, from which a batch is read when this one is not cached.
   */
  async read(id: string, frontier: () => readonly string[]): Promise<CommitNode> {
    const cached = this.peek(id);
    if (cached !== undefined) return cached;
    this.uncachedReads += 1;
    if (this.uncachedReads > readsBeforeBatch) {
      this.batch ??= this.readMany([id, ...frontier()], this.nextBatchSize);
      await this.batch;
    }
    return this.cache.peek(id) ?? (await this.readOne(id));
  }

  /**
   * Reads many nodes that may be far apart. Errors: `object_not_found` when one of them is not a
   * commit.
   */
  async readAll(ids: readonly string[]): Promise<CommitNode[]> {
    return await Promise.all(ids.map((id) => this.peek(id) ?? this.readOne(id)));
  }

  /** Announces that about this many commits reachable from the frontier will be read. */
  async expect(frontier: readonly string[], count: number): Promise<void> {
    if (count <= readsBeforeBatch || frontier.every((id) => this.peek(id) !== undefined)) return;
    this.batch ??= this.readMany(frontier, count);
    await this.batch;
  }

  private async readOne(id: string): Promise<CommitNode> {
    const commit = await findCommit(this.repository, id);
    if (commit === undefined) throw new GitError('object_not_found', `there is no commit ${id}`);
    const node = { tree: commit.tree_id, parents: commit.parent_ids, time: commit.committer.seconds };
    this.cache.set(id, node);
    return node;
  }

  private async readMany(from: readonly string[], count: number): Promise<void> {
    try {
      await this.runRevList(from, Math.min(count, maxBatchSize));
    } finally {
      this.uncachedReads = 0;
      this.nextBatchSize = Math.min(maxBatchSize, this.nextBatchSize * 4);
      this.batch = undefined;
    }
  }

  private async runRevList(from: readonly string[], count: number): Promise<void> {
    const { code, stdout } = await this.repository.run({
      args: ['rev-list', '--stdin', '--no-commit-header', '--format=%H %T %ct %P', `--max-count=${count}`],
      input: from.join('\n') + '\n',
      maxBytes: 64 * 1024 * 1024,
    });
    // A missing commit makes rev-list fail; reading one by one then identifies it.
    if (code !== 0) return;
    for (const line of stdout.toString('latin1').split('\n')) {
      const [id, tree, time, ...parents] = line.split(' ');
      if (tree === undefined) continue;
      this.cache.set(id!, { tree, time: Number(time), parents: parents.filter((parent) => parent !== '') });
    }
  }
}
