import { UnavailableError } from '@forgemesh/errors';
import type { EventConsumer } from '@forgemesh/events';
import { autoMerge, type MergeRequestListsDeps } from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';

/** Merges the requests that waited for a pipeline when it succeeds. */
export const onPipelineUpdated: EventConsumer<'repository.pipeline.updated', MergeRequestListsDeps> = {
  name: 'collaboration-automatic-merges',
  events: ['repository.pipeline.updated'],
  from: 'new',
  async handle({ data }, deps) {
    const { project_id, sha, status } = data.entity;
    if (status !== 'success') return;
    const waiting = await deps.items.mergeRequests.model
      .find({
        head_sha: sha,
        source_project_id: project_id,
        state: { $in: ['opened', 'locked'] },
        merge_when_pipeline_succeeds: true,
      })
      .select({ _id: 1 })
      .lean<Pick<MergeRequestDocument, '_id'>[]>();
    const done: (MergeRequestDocument | null)[] = [];
    for (const { _id: id } of waiting) done.push(await autoMerge(deps, id));
    // A locked request is being merged, or its merge crashed: the redelivery finds the outcome.
    if (done.some((request) => request?.state === 'locked')) throw new UnavailableError();
  },
};
