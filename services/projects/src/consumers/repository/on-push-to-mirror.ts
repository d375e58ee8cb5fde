import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore } from '@forgemesh/data';
import { requestRun } from '#jobs';
import type { RemoteMirrorDocument } from '#mirrors/remote-mirrors';

/** Dependencies of the consumer. */
export interface OnPushToMirrorDeps {
  remoteMirrors: EntityStore<RemoteMirrorDocument>;
}

/**
 * Schedules the push mirrors of a project. The refs of one push, and pushes in quick succession,
 * cause one transfer.
 */
export const onPushToMirror: EventConsumer<'repository.push.received', OnPushToMirrorDeps> = {
  name: 'projects-push-mirrors',
  events: ['repository.push.received'],
  from: 'new',
  acrossRequests: true,
  async handleAll(events, { remoteMirrors }) {
    const ids = new Set(events.map(({ data }) => data.entity.project_id));
    const mirrors = await remoteMirrors.model.find({ project_id: { $in: [...ids] }, enabled: true }, { _id: 1 }).lean();
    for (const { _id } of mirrors) await remoteMirrors.mutate(_id, scheduleUpdate);
  },
};

function scheduleUpdate(mirror: RemoteMirrorDocument): { set: Partial<RemoteMirrorDocument> } | null {
  const isWaiting = mirror.job_due_at !== undefined && mirror.job_due_at <= new Date();
  if (isWaiting || mirror.job_again) return null;
  return { set: { ...requestRun(mirror), ...(mirror.job_run === undefined && { update_status: 'scheduled' }) } };
}
