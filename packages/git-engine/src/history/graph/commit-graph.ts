/**
 * The commit graph that maintenance writes: commits with their parents and changed-path filters,
 * read without starting git. Commits newer than the last maintenance are not in it.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ID_BYTES } from '../../objects/files/find-id';
import type { Repository } from '../../worker/repository';
import { GraphLayer, type GraphRow } from './graph-layer';
import type { PathKeys } from './path-filter';

/** Larger graphs are left to git. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const cacheBytes = 128 * 1024 * 1024;
const layerName = /^[0-9a-f]{40}$/;

interface CachedLayer {
  layer: GraphLayer;
  bytes: number;
}

/** A commit of the graph. */
export interface GraphNode {
  tree: string;
  time: number;
  parents: string[];
}

export class CommitGraph {
  /** Position of the first commit of each layer. */
  private readonly starts: number[] = [];
  /** Number of commits. */
  readonly size: number;

  constructor(private readonly layers: readonly GraphLayer[]) {
    let start = 0;
    for (const layer of layers) {
      this.starts.push(start);
      start += layer.size;
    }
    this.size = start;
  }

  /** Position of a commit, or undefined if it is not in the graph. */
  find(id: string): number | undefined {
    const bytes = Buffer.from(id, 'hex');
    if (bytes.length !== ID_BYTES) return undefined;
    for (let n = this.layers.length - 1; n >= 0; n -= 1) {
      const index = this.layers[n]!.find(bytes);
      if (index !== undefined) return this.starts[n]! + index;
    }
    return undefined;
  }

  /** Id of the commit at a position. */
  idAt(position: number): string {
    const n = this.layerOf(position);
    return this.layers[n]!.idAt(position - this.starts[n]!);
  }

  /** The commit, or undefined if it is not in the graph. */
  node(id: string): GraphNode | undefined {
    const position = this.find(id);
    if (position === undefined) return undefined;
    const { tree, time, parents } = this.rowAt(position);
    return { tree, time, parents: parents.map((parent) => this.idAt(parent)) };
  }

  /** The commit at a position; its parents are positions, too. */
  rowAt(position: number): GraphRow {
    const n = this.layerOf(position);
    return this.layers[n]!.rowAt(position - this.starts[n]!);
  }

  /** Committer date of the commit at a position, in seconds since 1970. */
  timeAt(position: number): number {
    const n = this.layerOf(position);
    return this.layers[n]!.timeAt(position - this.starts[n]!);
  }

  /**
   * Position of the first parent if the filters prove that the commit at a position did not change
   * the path against it; otherwise undefined.
   */
  unchangedParentOf(position: number, keys: PathKeys): number | undefined {
    const n = this.layerOf(position);
    const layer = this.layers[n]!;
    const index = position - this.starts[n]!;
    return layer.isUnchanged(index, keys) ? layer.firstParentAt(index) : undefined;
  }

  /**
   * Follows first parents while the filters prove that the path did not change, at most `steps`
   * commits. Returns the position at which it stopped.
   */
  skipUnchanged(position: number, keys: PathKeys, steps: number): number {
    let at = position;
    for (let left = steps; left > 0; left -= 1) {
      const parent = this.unchangedParentOf(at, keys);
      if (parent === undefined) return at;
      at = parent;
    }
    return at;
  }

  /** Whether the filters prove that a commit did not change the path against its first parent. */
  isUnchanged(id: string, keys: PathKeys): boolean {
    const position = this.find(id);
    if (position === undefined) return false;
    const n = this.layerOf(position);
    return this.layers[n]!.isUnchanged(position - this.starts[n]!, keys);
  }

  private layerOf(position: number): number {
    let n = this.starts.length - 1;
    while (n > 0 && this.starts[n]! > position) n -= 1;
    return n;
  }
}

const none = new CommitGraph([]);

/** The current commit graph of a repository; an empty one if there is none or it is damaged. */
export function commitGraph(repository: Repository): CommitGraph {
  const folder = join(repository.path, 'objects/info/commit-graphs');
  const state = repository.slot('commit graph', () => ({ stamp: '', graph: none }));
  const stat = statSync(join(folder, 'commit-graph-chain'), { throwIfNoEntry: false });
  const stamp = stat === undefined ? '' : `${stat.mtimeMs}:${stat.ctimeMs}:${stat.size}:${stat.ino}`;
  if (stamp === state.stamp) return state.graph;
  state.stamp = stamp;
  state.graph = stamp === '' ? none : open(repository, folder);
  return state.graph;
}

/** A file may be replaced while it is read: the chain is read again when it changes. */
function open(repository: Repository, folder: string): CommitGraph {
  const cache = repository.cache<CachedLayer>('commit graph layers', cacheBytes, ({ bytes }) => bytes);
  try {
    const names = readFileSync(join(folder, 'commit-graph-chain'), 'latin1').split('\n').filter(Boolean);
    return new CommitGraph(
      names.map((name) => {
        // The name is the checksum of the content.
        const cached = cache.get(name) ?? readLayer(folder, name);
        cache.set(name, cached);
        return cached.layer;
      }),
    );
  } catch {
    return none;
  }
}

function readLayer(folder: string, name: string): CachedLayer {
  if (!layerName.test(name)) throw new Error('the name of a commit graph is not a checksum');
  const path = join(folder, `graph-${name}.graph`);
  if (statSync(path).size > MAX_FILE_BYTES) throw new Error('the commit graph is too large');
  const data = readFileSync(path);
  return { layer: new GraphLayer(data), bytes: data.length };
}
