/** Reads of namespaces, for the areas that compute paths, names and rights from them. */
import type { FoundNamespace, NamespaceTree } from './namespace-node';
import { readTree, loadCachedTree, findCachedByPath } from './namespace-tree';
import type { NamespacesDeps } from './deps';

/** Reads namespaces with their ancestors. */
export interface NamespaceReader {
  /**
   * Reads namespaces by id in one query. Use it before writes, which must not rely on cached data.
   */
  readTree(ids: Iterable<number>): Promise<NamespaceTree>;
  /** Namespaces by id, cached. Missing ones are read in one query. */
  loadCachedTree(ids: Iterable<number>): Promise<NamespaceTree>;
  /** A namespace by its full path, case-insensitive; cached. */
  findCachedByPath(fullPath: string): Promise<FoundNamespace | null>;
}

/** Creates the reader. */
export function createNamespaceReader(deps: NamespacesDeps): NamespaceReader {
  return {
    readTree: (ids) => readTree(deps, ids),
    loadCachedTree: (ids) => loadCachedTree(deps, ids),
    findCachedByPath: (fullPath) => findCachedByPath(deps, fullPath),
  };
}
