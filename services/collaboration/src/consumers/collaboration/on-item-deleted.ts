import type { EventConsumer } from '@forgemesh/events';
import type { NoteableType } from '../../discussion/notes/note.model';
import type { Collaboration } from '../../deps';
import { removeBelongings } from '../remove-belongings';

const types: Record<string, Exclude<NoteableType, 'Snippet' | 'Commit'>> = {
  'collaboration.issue.deleted': 'Issue',
  'collaboration.merge_request.deleted': 'MergeRequest',
  'collaboration.epic.deleted': 'Epic',
};

/** Removes what hung on an item that is gone: notes with their reactions, its own reactions, todos. */
export const onItemDeleted: EventConsumer<Collaboration> = {
  name: 'collaboration-belongings-of-removed',
  events: Object.keys(types),
  from: 'all',
  async handle({ type, subject }, deps) {
    const itemType = types[type];
    if (itemType === 'MergeRequest') await deps.diffVersions.model.deleteMany({ merge_request_id: Number(subject) });
    if (itemType === 'Issue') await deps.issueLinks.model.deleteMany({ issue_ids: Number(subject) });
    if (itemType) await removeBelongings(deps, itemType, Number(subject));
  },
};
