import type { NamespaceDocument } from './namespace.model';

/** The fields of a namespace that full paths, names and rights are computed from. */
export type NamespaceNode = Pick<
  NamespaceDocument,
  | '_id'
  | 'kind'
  | 'path'
  | 'path_lower'
  | 'name'
  | 'parent_id'
  | 'ancestor_ids'
  | 'owner_id'
  | 'visibility'
  | 'access_keys'
  | 'deleting_at'
  | 'emails_disabled'
  | 'lfs_enabled'
  | 'avatar'
>;

/** Namespaces by id. */
export type NamespaceTree = ReadonlyMap<number, NamespaceNode>;

/** An object with ancestor groups. */
export interface TreeItem {
  ancestor_ids: number[];
}

/** A namespace and its ancestors. */
export interface FoundNamespace {
  node: NamespaceNode;
  tree: NamespaceTree;
}
