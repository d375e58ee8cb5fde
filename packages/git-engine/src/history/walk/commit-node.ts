/**
 * What a walk needs of a commit. Nodes are read through the kept cat-file; where a walk turns out
 * to be long, one `git rev-list` reads the next thousands at once, because a chain of commits can
 * only be asked for one by one.
 */
import type { LRUCache } from 'lru-cache';
import { GitError } from '../../errors';
import { findCommit } from '../../objects/commit';
import type { Repository } from '../../worker/repository';

export interface CommitNode {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Committer's seconds since 1970. */
  readonly time: number;
}

const cacheBytes = 64 * 1024 * 1024;
const nodeBytes = 300;
const readsBeforeBulk = 64;
const largestBulk = 50_000;

/** Reads nodes for one walk. */
export class NodeReader {
  private readonly cache: LRUCache<string, CommitNode>;
  private coldReads = 0;
  private nextBulk = 1000;
  private bulk: Promise<void> | undefined;

  constructor(private readonly repository: Repository) {
    this.cache = repository.cache<CommitNode>('commit nodes', cacheBytes, () => nodeBytes);
  }

  /** The node if it is known. */
  peek(id: string): CommitNode | undefined {
    return this.cache.peek(id);
  }

  /**
   * Reads a node; `object_not_found` when there is no such commit. `frontier` are the commits that
   * the walk will look at next, from where many are read when this one is not yet known.
   */
  async read(id: string, frontier: () => readonly string[]): Promise<CommitNode> {
    const known = this.cache.peek(id);
    if (known !== undefined) return known;
    this.coldReads += 1;
    if (this.coldReads > readsBeforeBulk) {
      this.bulk ??= this.readMany([id, ...frontier()], this.nextBulk);
      await this.bulk;
    }
    return this.cache.peek(id) ?? (await this.readOne(id));
  }

  /**
   * Reads many nodes that need not be near each other; `object_not_found` when one of them is no
   * commit.
   */
  async readAll(ids: readonly string[]): Promise<CommitNode[]> {
    return await Promise.all(ids.map((id) => this.cache.peek(id) ?? this.readOne(id)));
  }

  /** Announces that about so many commits from here on will be asked for. */
  async expect(frontier: readonly string[], count: number): Promise<void> {
    if (count <= readsBeforeBulk || frontier.every((id) => this.cache.peek(id) !== undefined)) return;
    this.bulk ??= this.readMany(frontier, count);
    await this.bulk;
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
      await this.runRevList(from, Math.min(count, largestBulk));
    } finally {
      this.coldReads = 0;
      this.nextBulk = Math.min(largestBulk, this.nextBulk * 4);
      this.bulk = undefined;
    }
  }

  private async runRevList(from: readonly string[], count: number): Promise<void> {
    const { code, stdout } = await this.repository.run({
      args: ['rev-list', '--stdin', '--no-commit-header', '--format=%H %T %ct %P', `--max-count=${count}`],
      input: from.join('\n') + '\n',
      maxBytes: 64 * 1024 * 1024,
    });
    // A missing commit ends rev-list with an error; reading one by one then names it.
    if (code !== 0) return;
    for (const line of stdout.toString('latin1').split('\n')) {
      const [id, tree, time, ...parents] = line.split(' ');
      if (tree === undefined) continue;
      this.cache.set(id!, { tree, time: Number(time), parents: parents.filter((parent) => parent !== '') });
    }
  }
}
