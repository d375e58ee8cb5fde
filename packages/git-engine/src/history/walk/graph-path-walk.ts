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
const QUEUED_ENTRY_BYTES = 150;

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
  /** Where the unchanged commits that follow a commit end, as found while reading ahead. */
  private readonly skips = new Map<number, number>();
  /** The next commit to visit, and its entry at the path if that is known. */
  private current: number | undefined;
  private currentEntry: string | undefined;
  /** Known entries of commits in the queue. */
  private readonly queuedEntries = new Map<number, string>();

  constructor(private readonly options: GraphPathWalkOptions) {
    this.seen = new Uint8Array((options.graph.size >>> 3) + 1);
  }

  /** Estimated memory in bytes. */
  get weight(): number {
    return this.seen.length + this.queuedEntries.size * QUEUED_ENTRY_BYTES;
  }

  /** Marks a commit that was already visited. */
  markSeen(position: number): void {
    this.seen[position >>> 3]! |= 1 << (position & 7);
  }

  /** Adds a commit to start from, in the order in which equal dates are visited. */
  add(position: number): void {
    this.push(position, this.options.graph.timeAt(position), undefined);
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
    const { graph, entries, query } = this.options;
    const known = this.currentEntry;
    this.current = undefined;
    const { tree, time, parents } = graph.rowAt(at);
    await this.readAhead(at, known === undefined, wanted);
    const isShown = await this.simplify(known ?? (await entries.at(tree)), parents);
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
      if (this.current === undefined) this.pop();
      if (this.current === undefined) return false;
      this.skip(this.current);
      if (this.current === undefined) continue;
      if (query.since !== undefined && graph.timeAt(this.current) < query.since) {
        this.current = undefined;
        continue;
      }
      const parent = graph.unchangedParentOf(this.current, keys);
      if (parent === undefined) return false;
      this.current = undefined;
      // A commit that did not change the path has the entry of its parent.
      this.follow(parent, this.currentEntry);
    }
    return true;
  }

  /**
   * Goes to the end of the unchanged commits after a commit if no other commit is left. Those
   * between need no mark then: whatever leads to one of them leads to the end.
   */
  private skip(position: number): void {
    const { graph, keys, query } = this.options;
    if (this.queue.size > 0 || query.since !== undefined) return;
    const end = this.skips.get(position) ?? graph.skipUnchanged(position, keys, MAX_STEPS);
    if (end === position) return;
    this.current = this.hasSeen(end) ? undefined : end;
    this.markSeen(end);
  }

  /** Visits the only parent to follow: next if it is newer than all others, else in its turn. */
  private follow(position: number, entry: string | undefined): void {
    if (this.hasSeen(position)) return;
    // Most histories have long parts without a branch.
    const time = this.queue.size === 0 ? Infinity : this.options.graph.timeAt(position);
    if (time <= this.queue.topTime) return this.push(position, time, entry);
    this.markSeen(position);
    this.current = position;
    this.currentEntry = entry;
  }

  private push(position: number, time: number, entry: string | undefined): void {
    this.markSeen(position);
    this.queue.push(position, time);
    if (entry !== undefined) this.queuedEntries.set(position, entry);
  }

  private pop(): void {
    const position = this.queue.pop();
    this.current = position;
    if (position === undefined) return;
    this.currentEntry = this.queuedEntries.get(position);
    this.queuedEntries.delete(position);
  }

  /**
   * git's default simplification: only a parent with the same entry is followed. Returns whether
   * there is none.
   */
  private async simplify(entry: string, parents: readonly number[]): Promise<boolean> {
    const { graph, entries, query } = this.options;
    const compared = query.first_parent === true ? parents.slice(0, 1) : parents;
    const changed: { position: number; entry: string }[] = [];
    for (const position of compared) {
      const parentEntry = await entries.at(graph.rowAt(position).tree);
      if (parentEntry === entry) {
        this.follow(position, entry);
        return false;
      }
      changed.push({ position, entry: parentEntry });
    }
    for (const parent of changed) {
      if (!this.hasSeen(parent.position)) this.push(parent.position, graph.timeAt(parent.position), parent.entry);
    }
    return parents.length > 0 || entry !== '';
  }

  /**
   * Reads the trees of the parents of a commit and of those that are probably visited next at the
   * same time. Between these, no commit changed the path.
   */
  private async readAhead(position: number, withOwn: boolean, wanted: number): Promise<void> {
    const { graph, keys, entries } = this.options;
    const first = graph.rowAt(position).parents[0];
    if (first === undefined || entries.has(graph.rowAt(first).tree)) return;
    this.skips.clear();
    const trees = new Set<string>(withOwn ? [graph.rowAt(position).tree] : []);
    for (let at = position, left = Math.min(wanted, MAX_AHEAD); left > 0; left -= 1) {
      const parent = graph.rowAt(at).parents[0];
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
