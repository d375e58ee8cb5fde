import type { NamespaceDocument } from './namespace.model';

/** What full paths, names and rights need of a namespace. */
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
  | 'avatar'
>;

/** Namespaces by id. */
export type NamespaceTree = ReadonlyMap<number, NamespaceNode>;

/** What lies somewhere in the tree. */
export interface TreeItem {
  ancestor_ids: number[];
}

/** A namespace and those on the way to it. */
export interface FoundNamespace {
  node: NamespaceNode;
  tree: NamespaceTree;
}
