/** The projects that a secondary replicates. */
import type { NodeDocument } from './node.model';

/** What a secondary replicates, as its document has it. */
type Selection = Pick<NodeDocument, 'selective_sync_type' | 'selective_sync_namespace_ids'>;

/** The fields of a request that change the selection, without duplicate ids. */
export function selectionOf(request: {
  selective_sync_type?: string | null | undefined;
  selective_sync_namespace_ids?: readonly number[] | null | undefined;
}): Selection {
  const { selective_sync_type: type, selective_sync_namespace_ids: ids } = request;
  const selection: Selection = {};
  if (type !== undefined) selection.selective_sync_type = type === 'namespaces' ? type : null;
  if (ids) selection.selective_sync_namespace_ids = [...new Set(ids)];
  return selection;
}

/**
 * The namespaces whose projects a node replicates; undefined for all. A namespace that does not
 * exist has no projects.
 */
export function selectedNamespaces(node: Selection): number[] | undefined {
  if (node.selective_sync_type !== 'namespaces') return undefined;
  const { selective_sync_namespace_ids: ids = [] } = node;
  // No namespace has this id: an empty list would select everything.
  return ids.length === 0 ? [0] : ids;
}

/** Identifies the selection of a node, to notice changes; empty if it replicates everything. */
export function selectionKey(node: Selection): string {
  return (
    selectedNamespaces(node)
      ?.toSorted((one, other) => one - other)
      .join(',') ?? ''
  );
}
