import type { EventConsumer } from '@forgemesh/events';
import type { Repositories } from '../../deps';
import { settleStatus } from '../../ci/statuses/settle-status';

/** Finishes what a crash between a status and its pipeline left undone. */
export const onCommitStatusUpdated: EventConsumer<'repository.commit_status.updated', Repositories> = {
  name: 'repository-pipeline-states',
  events: ['repository.commit_status.updated'],
  from: 'all',
  async handle({ data, actor }, deps) {
    const { id, pipeline_id, name } = data.entity;
    await settleStatus(deps, { _id: id, pipeline_id, name }, actor);
  },
};
