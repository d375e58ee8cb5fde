/**
 * A walk over commits in the order of `git log` (newest first, children before parents as far as
 * dates allow), with git's rules for excluded commits, dates and paths. It is incremental: it stops
 * when enough was found and continues when more is requested.
 */
import { EventLoopYield } from '../../worker/event-loop-yield';
import type { Repository } from '../../worker/repository';
import type { CommitGraph } from '../graph/commit-graph';
import { type PathKeys, pathKeys } from '../graph/path-filter';
import { type CommitNode, NodeReader } from './commit-node';
import { DateQueue } from './date-queue';
import { GraphPathWalk } from './graph-path-walk';
import { PathEntries } from './path-entries';
import { revList } from './rev-list';
import type { WalkQuery } from './walk-query';

const seen = 1;
const added = 2;
const uninteresting = 4;
const bottom = 8;
const sameTree = 16;
const queued = 32;

// Number of consecutive excluded commits, all older than the results, that ends the walk (git's own
// value).
const slopLimit = 5;
// Trees in which a path is looked up here; after that git does it, with its changed-path filters
// where they exist.
const treesBeforeGit = 100;
// Steps in which the walk tries to join a cached walk, e.g. that of the tip before a push.
const stepsToJoin = 1000;
// Steps after which a walk along a path continues inside the commit graph, where it cannot join.
const stepsBeforeGraph = 16;

export class Walk {
  /** The commits found so far, in order. */
  readonly ids: string[] = [];
  /** Nothing is left to find. */
  done = false;
  private readonly flags = new Map<string, number>();
  private readonly simplifiedParents = new Map<string, readonly string[]>();
  private readonly queue = new DateQueue();
  private readonly nodes: NodeReader;
  private interestingInQueue = 0;
  private readonly entries: PathEntries | undefined;
  private readonly keys: PathKeys | undefined;
  private readonly graph: CommitGraph;
  private started = false;
  private limited: { ids: string[]; at: number } | undefined;
  private turn: Promise<void> = Promise.resolve();
  private joined: { walk: Walk; start: number; next: number; ownIds: number } | undefined;
  private inGraph: GraphPathWalk | undefined;
  private steps = 0;
  /** Stopped by an error, possibly between two steps; must not be used any more. */
  broken = false;

  /**
   * `findCached` finds a cached walk of the same query that starts at one commit; undefined if
   * there is none.
   */
  constructor(
    private readonly repository: Repository,
    private readonly query: WalkQuery,
    private readonly findCached?: (from: string) => Walk | undefined,
  ) {
    this.nodes = new NodeReader(repository);
    this.graph = this.nodes.graph;
    if (query.path === undefined) return;
    this.entries = new PathEntries(repository, query.path);
    this.keys = pathKeys(query.path);
  }

  /** Estimated memory of the walk in bytes. */
  get weight(): number {
    return (
      500 + this.ids.length * 60 + this.flags.size * 100 + (this.entries?.weight ?? 0) + (this.inGraph?.weight ?? 0)
    );
  }

  /**
   * Whether the walk has visited a commit; never true for a commit that the starting commits do not
   * reach.
   */
  hasSeen(id: string): boolean {
    return this.has(id, seen) || this.joined?.walk.hasSeen(id) === true;
  }

  /** Time of the newest commit not yet visited. */
  get frontierTime(): number {
    if (this.joined !== undefined) return this.joined.walk.frontierTime;
    return this.started ? this.queue.topTime : Infinity;
  }

  /**
   * Continues until `count` commits are found or none is left. Concurrent calls run one after the
   * other.
   */
  async take(count: number, signal?: AbortSignal): Promise<readonly string[]> {
    const run = this.turn.then(() => this.extend(count, signal));
    this.turn = run.catch(() => undefined);
    try {
      await run;
    } catch (error) {
      this.broken = true;
      throw error;
    }
    return this.ids;
  }

  private async extend(count: number, signal: AbortSignal | undefined): Promise<void> {
    const yielder = new EventLoopYield(signal);
    if (!this.started) await this.start(count, yielder);
    while (!this.done && this.ids.length < count) {
      await yielder.step();
      if (this.joined !== undefined || this.join()) await this.nextJoined(count, signal);
      else if (this.comparesTooManyTrees()) await this.walkWithGit(count, signal);
      else if (this.inGraph !== undefined || this.enterGraph()) await this.nextInGraph(count, yielder);
      else if (this.limited !== undefined) await this.nextLimited();
      else await this.next();
    }
  }

  private async start(count: number, yielder: EventLoopYield): Promise<void> {
    const { from, exclude = [] } = this.query;
    await this.nodes.expect([...from], count);
    await this.nodes.readAll([...from, ...exclude]);
    for (const id of exclude) this.set(id, uninteresting | bottom);
    for (const id of [...from, ...exclude]) this.enqueue(id, await this.node(id));
    for (const id of exclude) this.markAncestors((await this.node(id)).parents);
    this.started = true;
    if (exclude.length > 0) this.limited = { ids: await this.limit(yielder), at: 0 };
  }

  /** Visits the next commit of a walk without exclusions. */
  private async next(): Promise<void> {
    this.steps += 1;
    const id = this.dequeue();
    if (id === undefined) {
      this.done = true;
      return;
    }
    const node = await this.node(id);
    if (this.query.since !== undefined && node.time < this.query.since) return;
    await this.processParents(id, node);
    if (this.isShown(id, node)) this.ids.push(id);
  }

  /**
   * When everything left starts at one commit that has a cached walk, this walk continues with that
   * one.
   */
  private join(): boolean {
    if (this.findCached === undefined || this.limited !== undefined || this.queue.size !== 1) return false;
    if (this.steps === 0 || this.steps > stepsToJoin) return false;
    const top = this.queue.ids()[0]!;
    const other = this.findCached(top);
    if (other === undefined || other === this || other.broken) return false;
    this.flags.delete(top);
    const deeper = other.joined;
    if (deeper === undefined) {
      this.joined = { walk: other, start: 0, next: 0, ownIds: this.ids.length };
      return true;
    }
    // Joins the walk that the other one joined, so that repeated pushes do not build a longer
    // chain.
    for (const id of other.ids.slice(0, deeper.ownIds)) if (!this.has(id, seen)) this.ids.push(id);
    for (const [id, flags] of other.flags) if ((flags & seen) !== 0) this.set(id, seen);
    this.joined = { walk: deeper.walk, start: deeper.start, next: deeper.start, ownIds: this.ids.length };
    return true;
  }

  private async nextJoined(count: number, signal: AbortSignal | undefined): Promise<void> {
    const { walk, next } = this.joined!;
    const ids = await walk.take(next + count - this.ids.length, signal);
    let at = next;
    for (; at < ids.length && this.ids.length < count; at += 1) {
      // With wrong dates a commit may already have been found through its child.
      if (!this.has(ids[at]!, seen)) this.ids.push(ids[at]!);
    }
    this.joined!.next = at;
    this.done = walk.done && at === ids.length;
  }

  /** Continues inside the commit graph when it contains everything that is left. */
  private enterGraph(): boolean {
    const { keys, entries, graph, query } = this;
    if (keys === undefined || entries === undefined || this.limited !== undefined) return false;
    const mayJoin = this.findCached !== undefined && this.steps < stepsBeforeGraph;
    if (mayJoin || !this.queue.ids().every((id) => graph.find(id) !== undefined)) return false;
    const inGraph = new GraphPathWalk({ graph, keys, entries, query });
    for (const id of this.flags.keys()) {
      const position = graph.find(id);
      if (position !== undefined) inGraph.markSeen(position);
    }
    for (let id = this.dequeue(); id !== undefined; id = this.dequeue()) inGraph.add(graph.find(id)!);
    this.inGraph = inGraph;
    return true;
  }

  private async nextInGraph(count: number, yielder: EventLoopYield): Promise<void> {
    const id = await this.inGraph!.next(count - this.ids.length, yielder);
    if (id !== undefined) this.ids.push(id);
    this.done = this.inGraph!.isDone;
  }

  /** Whether git compares the rest of the trees at lower cost. */
  private comparesTooManyTrees(): boolean {
    if (this.inGraph !== undefined) return this.inGraph.fruitlessVisits > treesBeforeGit;
    return this.entries !== undefined && this.entries.uncachedReads > treesBeforeGit;
  }

  private async nextLimited(): Promise<void> {
    const { ids, at } = this.limited!;
    const id = ids[at];
    this.limited!.at += 1;
    if (id === undefined) this.done = true;
    else if (this.isShown(id, await this.node(id))) this.ids.push(id);
  }

  /**
   * With exclusions the whole history must be walked first: a commit can turn out to be excluded
   * after it was found.
   */
  private async limit(yielder: EventLoopYield): Promise<string[]> {
    const { since, until } = this.query;
    const found: string[] = [];
    let slop = slopLimit;
    let lastTime = Infinity;
    for (let id = this.dequeue(); id !== undefined; id = this.dequeue()) {
      await yielder.step();
      const node = await this.node(id);
      if (since !== undefined && node.time < since) this.mark(id, uninteresting);
      await this.processParents(id, node);
      if (this.has(id, uninteresting)) {
        this.markAncestors(this.parentsOf(id, node));
        slop = this.stillInteresting(lastTime, slop);
        if (slop === 0) break;
      } else if (until === undefined || node.time <= until) {
        lastTime = node.time;
        found.push(id);
      }
    }
    return found;
  }

  private stillInteresting(lastTime: number, slop: number): number {
    if (this.queue.size === 0) return 0;
    return lastTime <= this.queue.topTime || this.interestingInQueue > 0 ? slopLimit : slop - 1;
  }

  private async processParents(id: string, node: CommitNode): Promise<void> {
    if (this.has(id, added)) return;
    this.set(id, added);
    if (this.has(id, uninteresting)) {
      for (const parent of node.parents) {
        this.mark(parent, uninteresting);
        this.markAncestors(this.parentsOf(parent, await this.node(parent)));
        await this.enqueueOnce(parent);
      }
      return;
    }
    if (this.entries !== undefined) await this.simplify(id, node, this.entries);
    for (const parent of this.parentsOf(id, node)) {
      await this.enqueueOnce(parent);
      if (this.query.first_parent === true) break;
    }
  }

  /**
   * git's default simplification: for a merge that took the path from one parent, only that parent
   * is followed.
   */
  private async simplify(id: string, node: CommitNode, entries: PathEntries): Promise<void> {
    if (this.followUnchanged(id, node)) return;
    const entry = await entries.at(node.tree);
    if (node.parents.length === 0) {
      if (entry === '') this.set(id, sameTree);
      return;
    }
    let relevantParents = 0;
    let relevantChange = false;
    let irrelevantChange = false;
    for (const [index, parent] of node.parents.entries()) {
      const isRelevant = this.isRelevant(parent);
      if (isRelevant) relevantParents += 1;
      if (index === 1 && this.query.first_parent === true) break;
      const isSame = (await entries.at((await this.node(parent)).tree)) === entry;
      if (isSame && isRelevant) {
        this.simplifiedParents.set(id, [parent]);
        this.set(id, sameTree);
        return;
      }
      if (!isSame && isRelevant) relevantChange = true;
      if (!isSame && !isRelevant) irrelevantChange = true;
    }
    if (relevantParents > 0 ? !relevantChange : !irrelevantChange) this.set(id, sameTree);
  }

  /** Follows the first parent without reading trees if a filter proves that they are the same. */
  private followUnchanged(id: string, { parents: [parent] }: CommitNode): boolean {
    if (parent === undefined || this.keys === undefined || !this.isRelevant(parent)) return false;
    if (!this.graph.isUnchanged(id, this.keys)) return false;
    this.simplifiedParents.set(id, [parent]);
    this.set(id, sameTree);
    return true;
  }

  /** Whether a parent is not only known as the ancestor of an excluded commit. */
  private isRelevant(parent: string): boolean {
    return ((this.flags.get(parent) ?? 0) & (uninteresting | bottom)) !== uninteresting;
  }

  /**
   * Lets git search from the start for more than is requested. The rules are the same, so the
   * results found so far stay valid.
   */
  private async walkWithGit(count: number, signal: AbortSignal | undefined): Promise<void> {
    const batchSize = count * 2;
    const ids = await revList(this.repository, this.query, batchSize, signal);
    this.ids.splice(0, this.ids.length, ...ids);
    this.done = ids.length < batchSize;
  }

  private isShown(id: string, node: CommitNode): boolean {
    if (this.has(id, uninteresting)) return false;
    if (this.query.until !== undefined && node.time > this.query.until) return false;
    return this.query.path === undefined || !this.has(id, sameTree);
  }

  private async node(id: string): Promise<CommitNode> {
    return this.nodes.peek(id) ?? (await this.nodes.read(id, () => this.queue.ids()));
  }

  private parentsOf(id: string, node: CommitNode): readonly string[] {
    return this.simplifiedParents.get(id) ?? node.parents;
  }

  private async enqueueOnce(id: string): Promise<void> {
    if (!this.has(id, seen)) this.enqueue(id, this.nodes.peek(id) ?? (await this.node(id)));
  }

  private enqueue(id: string, node: CommitNode): void {
    if (this.has(id, seen)) return;
    this.set(id, seen | queued);
    if (!this.has(id, uninteresting)) this.interestingInQueue += 1;
    this.queue.push(id, node.time);
  }

  private dequeue(): string | undefined {
    const id = this.queue.pop();
    if (id === undefined) return undefined;
    if (!this.has(id, uninteresting)) this.interestingInQueue -= 1;
    this.flags.set(id, this.flags.get(id)! & ~queued);
    return id;
  }

  private has(id: string, flag: number): boolean {
    return ((this.flags.get(id) ?? 0) & flag) !== 0;
  }

  private set(id: string, flag: number): void {
    this.flags.set(id, (this.flags.get(id) ?? 0) | flag);
  }

  private mark(id: string, flag: number): void {
    if (this.has(id, queued) && !this.has(id, uninteresting)) this.interestingInQueue -= 1;
    this.set(id, flag);
  }

  /** Excludes commits and those of their ancestors that were already visited. */
  private markAncestors(ids: readonly string[]): void {
    const pending = [...ids];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (this.has(id, uninteresting)) continue;
      this.mark(id, uninteresting);
      const node = this.has(id, seen) ? this.nodes.peek(id) : undefined;
      if (node !== undefined) pending.push(...this.parentsOf(id, node));
    }
  }
}
