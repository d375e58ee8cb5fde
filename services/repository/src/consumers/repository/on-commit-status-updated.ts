import type { EventConsumer } from '@forgemesh/events';
import { reconcileStatus } from '#ci/statuses';
import type { RepositoryConsumersDeps } from './deps';

/** Completes a status write that a crash interrupted before its pipeline was updated. */
export const onCommitStatusUpdated: EventConsumer<'repository.commit_status.updated', RepositoryConsumersDeps> = {
  name: 'repository-pipeline-states',
  events: ['repository.commit_status.updated'],
  from: 'all',
  async handle({ data, actor }, deps) {
    const { id, pipeline_id, name } = data.entity;
    await reconcileStatus(deps, { _id: id, pipeline_id, name }, actor);
  },
};
