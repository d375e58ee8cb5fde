import type { ItemNotes } from '#items/shared';
import type { ItemHistoryDeps } from './deps';

/** Creates the queries about the notes and reactions of items. */
export function createItemNotes(deps: () => ItemHistoryDeps): ItemNotes {
  return {
    hasWritten({ type, id }, userId, { isCached }) {
      const { notes, queries } = deps();
      const wrote = { noteable_type: type, noteable_id: id, author_id: userId, system: false };
      const find = async (): Promise<boolean> => (await notes.model.exists(wrote)) !== null;
      return isCached ? queries.wrote.get(JSON.stringify(wrote), find) : find();
    },
    listAuthors: (type, id) =>
      deps().notes.model.find({ noteable_type: type, noteable_id: id, system: false }).distinct('author_id'),
    async filterUnresolved(ids) {
      const threads = {
        noteable_type: 'MergeRequest' as const,
        noteable_id: { $in: [...ids] },
        resolvable: true,
        resolved_at: null,
      };
      return new Set(await deps().notes.model.find(threads).distinct('noteable_id'));
    },
    listMentioningMergeRequests(issueId) {
      const mentions = { noteable_type: 'Issue', noteable_id: issueId, 'mentioner.type': 'MergeRequest' } as const;
      return deps().notes.model.find(mentions).distinct('mentioner.id');
    },
    listReactedIds: (type, userId, emoji) =>
      deps()
        .awardEmoji.model.find({ user_id: userId, awardable_type: type, ...(emoji !== undefined && { name: emoji }) })
        .distinct('awardable_id'),
  };
}
