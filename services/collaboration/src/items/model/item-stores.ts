/** The stores of items by the type in notes and reactions. */
import type { EntityStore } from '@forgemesh/data';
import type { ItemDocument, NoteableType } from './item.model';
import type { ModelDeps } from './deps';

/**
 * The store of a type of item; null if the type is not an item. It gives access to the common
 * fields only.
 */
export function itemStore(
  { items: { issues, mergeRequests, epics } }: ModelDeps,
  type: NoteableType | 'Note',
): EntityStore<ItemDocument> | null {
  const stores: Partial<Record<NoteableType | 'Note', unknown>> = {
    Issue: issues,
    MergeRequest: mergeRequests,
    Epic: epics,
  };
  return (stores[type] ?? null) as EntityStore<ItemDocument> | null;
}
