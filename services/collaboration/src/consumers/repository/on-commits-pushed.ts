import { BRANCHES } from '@forgemesh/git-engine/refs';
import type { EventConsumer } from '@forgemesh/events';
import { addCrossReferences, type NotesDeps } from '#discussion/notes';

/**
 * Adds cross-reference notes to the items that pushed commits mention: the newest commits of a push
 * to a branch, except the very first push.
 */
export const onCommitsPushed: EventConsumer<'repository.push.received', NotesDeps> = {
  name: 'collaboration-references-of-commits',
  events: ['repository.push.received'],
  from: 'new',
  async handle({ data, time }, deps) {
    const { project_id, ref, user_id: actor, is_first, commits } = data.entity;
    if (is_first || !ref.startsWith(BRANCHES)) return;
    for (const { id: reference, message } of commits) {
      const mentioner = { type: 'Commit', id: 0, project_id, group_id: null } as const;
      await addCrossReferences(deps, { mentioner, reference, texts: [message], actor, at: new Date(time) });
    }
  },
};
