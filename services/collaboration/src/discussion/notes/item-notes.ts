import type { Collaboration } from '#deps';
import type { ItemNotes } from '#items/shared/item-notes';

/** Creates the queries of items about their notes. */
export function createItemNotes({ notes, queries }: Pick<Collaboration, 'notes' | 'queries'>): ItemNotes {
  return {
    hasWritten({ type, id }, userId, { isCached }) {
      const wrote = { noteable_type: type, noteable_id: id, author_id: userId, system: false };
      const find = async (): Promise<boolean> => (await notes.model.exists(wrote)) !== null;
      return isCached ? queries.wrote.get(JSON.stringify(wrote), find) : find();
    },
    listAuthors: (type, id) =>
      notes.model.find({ noteable_type: type, noteable_id: id, system: false }).distinct('author_id'),
    async filterUnresolved(ids) {
      const threads = {
        noteable_type: 'MergeRequest' as const,
        noteable_id: { $in: [...ids] },
        resolvable: true,
        resolved_at: null,
      };
      return new Set(await notes.model.find(threads).distinct('noteable_id'));
    },
    listMentioningMergeRequests(issueId) {
      const mentions = { noteable_type: 'Issue', noteable_id: issueId, 'mentioner.type': 'MergeRequest' } as const;
      return notes.model.find(mentions).distinct('mentioner.id');
    },
  };
}
