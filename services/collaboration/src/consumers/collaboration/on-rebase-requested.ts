import type { EventConsumer } from '@forgemesh/events';
import { runRebase } from '../../items/merge-requests/merging/run-rebase';
import type { Collaboration } from '../../deps';

/** Rebases merge requests as somebody asked for it. */
export const onRebaseRequested: EventConsumer<'collaboration.merge_request.rebase_requested', Collaboration> = {
  name: 'collaboration-rebases',
  events: ['collaboration.merge_request.rebase_requested'],
  from: 'all',
  handle: ({ subject }, deps) => runRebase(deps, Number(subject)),
};
