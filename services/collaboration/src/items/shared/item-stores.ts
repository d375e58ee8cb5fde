/** The stores of items by the type in notes and reactions. */
import type { EntityStore } from '@forgemesh/data';
import type { AwardableType } from '#discussion/award-emoji/award-emoji.model';
import type { NoteableType } from '#discussion/notes/note.model';
import type { Collaboration } from '#deps';
import type { ItemDocument } from './item.model';

/**
 * The store of a type of item; null if the type is not an item. It gives access to the common
 * fields only.
 */
export function itemStore(
  { issues, mergeRequests, epics }: Pick<Collaboration, 'issues' | 'mergeRequests' | 'epics'>,
  type: NoteableType | AwardableType,
): EntityStore<ItemDocument> | null {
  const stores: Partial<Record<NoteableType | AwardableType, unknown>> = {
    Issue: issues,
    MergeRequest: mergeRequests,
    Epic: epics,
  };
  return (stores[type] ?? null) as EntityStore<ItemDocument> | null;
}
