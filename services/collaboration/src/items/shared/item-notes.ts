/** Queries of items about their notes and reactions; `compose.ts` connects the implementation. */
import type { ItemType } from '#items/model';

/** Notes on items, and reactions to them. */
export interface ItemNotes {
  /** Whether a user has written notes on an item; `isCached` accepts a cached result. */
  hasWritten(item: { type: ItemType; id: number }, userId: number, options: { isCached: boolean }): Promise<boolean>;
  /** Ids of the users who have written notes on an item. */
  listAuthors(type: ItemType, id: number): Promise<number[]>;
  /** Ids of those merge requests that have unresolved threads. */
  filterUnresolved(mergeRequestIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Ids of the merge requests that mention an issue. */
  listMentioningMergeRequests(issueId: number): Promise<number[]>;
  /** Ids of the items of a type that a user has reacted to, with any emoji if none is given. */
  listReactedIds(type: ItemType, userId: number, emoji: string | undefined): Promise<number[]>;
}
