import type { EventConsumer } from '@forgemesh/events';
import { type MergeRequestChangesDeps, runRebase } from '#items/merge-requests';

/** Runs the requested rebases of merge requests. */
export const onRebaseRequested: EventConsumer<'collaboration.merge_request.rebase_requested', MergeRequestChangesDeps> =
  {
    name: 'collaboration-rebases',
    events: ['collaboration.merge_request.rebase_requested'],
    from: 'all',
    handle: ({ subject }, deps) => runRebase(deps, Number(subject)),
  };
