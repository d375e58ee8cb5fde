import { typesOf, type EventConsumer } from '@forgemesh/events';
import { removeRelatedData } from './remove-related-data';
import type { NoteableType } from '#items/model';
import type { DeletionsDeps } from './deps';

const types = {
  'collaboration.issue.deleted': 'Issue',
  'collaboration.merge_request.deleted': 'MergeRequest',
  'collaboration.epic.deleted': 'Epic',
} as const satisfies Record<string, Exclude<NoteableType, 'Snippet' | 'Commit'>>;

/**
 * Removes the data related to a deleted item: notes with their reactions, its own reactions, todos,
 * links, diff versions, draft notes and marks for viewed files.
 */
export const onItemDeleted: EventConsumer<keyof typeof types, DeletionsDeps> = {
  name: 'collaboration-belongings-of-removed',
  events: typesOf(types),
  from: 'all',
  async handle({ type, subject }, deps) {
    // A deferred event may be of a type that only another version of this service has.
    const itemType: (typeof types)[typeof type] | undefined = types[type];
    if (!itemType) return;
    if (itemType === 'MergeRequest') await removeReviewData(deps, Number(subject));
    if (itemType === 'Issue') await deps.issueLinks.model.deleteMany({ issue_ids: Number(subject) });
    await removeRelatedData(deps, itemType, Number(subject));
  },
};

async function removeReviewData({ diffs, draftNotes, viewedFiles }: DeletionsDeps, requestId: number): Promise<void> {
  await diffs.versions.model.deleteMany({ merge_request_id: requestId });
  await draftNotes.model.deleteMany({ merge_request_id: requestId });
  await viewedFiles.model.deleteMany({ merge_request_id: requestId });
}
