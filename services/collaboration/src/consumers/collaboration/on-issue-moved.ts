import type { EventConsumer } from '@forgemesh/events';
import { finalizeMove, type IssueMovesDeps } from '#items/issue-moves';

/** Completes a move that a crash interrupted. */
export const onIssueMoved: EventConsumer<'collaboration.issue.created', IssueMovesDeps> = {
  name: 'collaboration-moves',
  events: ['collaboration.issue.created'],
  from: 'all',
  async handle({ subject, actor, data }, deps) {
    if (data.changes.moved_from_id === undefined) return;
    const moved = await deps.items.issues.find(Number(subject));
    if (moved) await finalizeMove(deps, moved, actor ?? 0);
  },
};
