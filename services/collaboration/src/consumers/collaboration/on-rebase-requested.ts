import type { EventConsumer } from '@forgemesh/events';
import { runRebase } from '#items/merge-requests/merging/run-rebase';
import type { MergeRequestChangesDeps } from '#items/merge-requests/deps';

/** Runs the requested rebases of merge requests. */
export const onRebaseRequested: EventConsumer<'collaboration.merge_request.rebase_requested', MergeRequestChangesDeps> =
  {
    name: 'collaboration-rebases',
    events: ['collaboration.merge_request.rebase_requested'],
    from: 'all',
    handle: ({ subject }, deps) => runRebase(deps, Number(subject)),
  };
