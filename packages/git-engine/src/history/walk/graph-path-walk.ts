/**
 * The part of a walk along a path that is inside the commit graph. Its commits have positions
 * instead of ids, and those that the filters prove unchanged cost neither an object nor a promise:
 * most of a history is passed in one loop.
 */
import type { EventLoopYield } from '../../worker/event-loop-yield';
import type { CommitGraph } from '../graph/commit-graph';
import type { PathKeys } from '../graph/path-filter';
import { DateQueue } from './date-queue';
import type { PathEntries } from './path-entries';
import type { WalkQuery } from './walk-query';

/** Unchanged commits that are passed in one turn of the event loop. */
const MAX_STEPS = 5_000;
/** Commits whose trees are read together, and unchanged ones that are passed to find the next. */
const MAX_AHEAD = 32;
const MAX_STEPS_AHEAD = 500;

/** What a walk along a path needs. */
export interface GraphPathWalkOptions {
  graph: CommitGraph;
  keys: PathKeys;
  entries: PathEntries;
  query: Pick<WalkQuery, 'first_parent' | 'since' | 'until'>;
}

export class GraphPathWalk {
  /** Commits whose trees were compared although they did not change the path. */
  fruitlessVisits = 0;
  private readonly seen: Uint8Array;
  private readonly queue = new DateQueue<number>();
  /** The next commit to visit. */
  private current: number | undefined;
  /** Where the unchanged commits that follow a commit end, as found while reading ahead. */
  private readonly skips = new Map<number, number>();

  constructor(private readonly options: GraphPathWalkOptions) {
    this.seen = new Uint8Array((options.graph.size >>> 3) + 1);
  }

  /** Estimated memory in bytes. */
  get weight(): number {
    return this.seen.length;
  }

  /** Marks a commit that was already visited. */
  markSeen(position: number): void {
    this.seen[position >>> 3]! |= 1 << (position & 7);
  }

  /** Adds a commit to start from, in the order in which equal dates are visited. */
  add(position: number): void {
    this.markSeen(position);
    this.queue.push(position, this.options.graph.timeAt(position));
  }

  /**
   * Visits the next commit that may have changed the path, and returns its id if it is part of the
   * history; undefined if it is not, or at the end. `wanted` is the number of commits that are
   * requested.
   */
  async next(wanted: number, yielder: EventLoopYield): Promise<string | undefined> {
    while (this.pass()) await yielder.rest();
    const at = this.current;
    if (at === undefined) return undefined;
    const { graph, query } = this.options;
    this.current = undefined;
    const { tree, time, parents } = graph.rowAt(at);
    await this.readAhead(at, wanted);
    const isShown = await this.simplify(tree, parents);
    if (!isShown) this.fruitlessVisits += 1;
    return isShown && (query.until === undefined || time <= query.until) ? graph.idAt(at) : undefined;
  }

  /** Whether nothing is left. */
  get isDone(): boolean {
    return this.current === undefined && this.queue.size === 0;
  }

  /**
   * Follows the history up to a commit that may have changed the path. True if there are more
   * commits than one turn of the event loop should pass.
   */
  private pass(): boolean {
    const { graph, keys, query } = this.options;
    for (let left = MAX_STEPS; left > 0; left -= 1) {
      this.current ??= this.queue.pop();
      if (this.current === undefined) return false;
      this.skip(this.current);
      if (query.since !== undefined && graph.timeAt(this.current) < query.since) {
        this.current = undefined;
        continue;
      }
      const parent = graph.unchangedParentOf(this.current, keys);
      if (parent === undefined) return false;
      this.current = undefined;
      this.follow(parent);
    }
    return true;
  }

  /**
   * Goes to the end of unchanged commits that is already known. Nothing else can lead to the
   * commits between if no other commit is left to visit.
   */
  private skip(position: number): void {
    const end = this.queue.size === 0 && this.options.query.since === undefined ? this.skips.get(position) : undefined;
    if (end === undefined) return;
    this.markSeen(end);
    this.current = end;
  }

  /** Visits the only parent to follow: next if it is newer than all others, else in its turn. */
  private follow(position: number): void {
    if (this.hasSeen(position)) return;
    this.markSeen(position);
    // Most histories have long parts without a branch.
    const time = this.queue.size === 0 ? Infinity : this.options.graph.timeAt(position);
    if (time > this.queue.topTime) this.current = position;
    else this.queue.push(position, time);
  }

  private enqueue(position: number): void {
    if (!this.hasSeen(position)) this.add(position);
  }

  /**
   * git's default simplification: only a parent with the same entry is followed. Returns whether
   * there is none.
   */
  private async simplify(tree: string, parents: readonly number[]): Promise<boolean> {
    const { graph, entries, query } = this.options;
    const entry = await entries.at(tree);
    const compared = query.first_parent === true ? parents.slice(0, 1) : parents;
    for (const parent of compared) {
      if ((await entries.at(graph.rowAt(parent).tree)) !== entry) continue;
      this.follow(parent);
      return false;
    }
    for (const parent of compared) this.enqueue(parent);
    return parents.length > 0 || entry !== '';
  }

  /** Reads the trees of a commit, and of those that are probably visited next, at the same time. */
  private async readAhead(position: number, wanted: number): Promise<void> {
    const { graph, keys, entries } = this.options;
    if (entries.has(graph.rowAt(position).tree)) return;
    const trees = new Set<string>();
    this.skips.clear();
    for (let at = position, left = Math.min(wanted, MAX_AHEAD); left > 0; left -= 1) {
      const { tree, parents } = graph.rowAt(at);
      trees.add(tree);
      const parent = parents[0];
      if (parent === undefined) break;
      trees.add(graph.rowAt(parent).tree);
      at = graph.skipUnchanged(parent, keys, MAX_STEPS_AHEAD);
      this.skips.set(parent, at);
      if (graph.unchangedParentOf(at, keys) !== undefined) break;
    }
    await entries.load([...trees]);
  }

  private hasSeen(position: number): boolean {
    return (this.seen[position >>> 3]! & (1 << (position & 7))) !== 0;
  }
}
