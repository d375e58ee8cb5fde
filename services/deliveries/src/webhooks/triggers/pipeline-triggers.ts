/** Hook triggers of pipelines and commit statuses. */
import type { ForgeEvent } from '@forgemesh/events';
import { jobPayload, pipelinePayload } from '#webhooks/payloads';
import type { HookTrigger } from '#webhooks/deliveries';
import type { TriggersDeps } from './deps';

/** Triggers for a pipeline whose status changed. */
export function pipelineTriggers(deps: TriggersDeps, event: ForgeEvent<'repository.pipeline.updated'>): HookTrigger[] {
  if (!event.data.changes.status) return [];
  const pipeline = event.data.entity;
  return [
    {
      trigger: 'pipeline_events',
      event_name: 'Pipeline Hook',
      project_id: pipeline.project_id,
      resource: `pipeline:${pipeline.id}`,
      event_id: event.id,
      at: new Date(event.time),
      payload: () => pipelinePayload(deps, pipeline),
    },
  ];
}

/** Triggers for a commit status. */
export function jobTriggers(deps: TriggersDeps, event: ForgeEvent<'repository.commit_status.updated'>): HookTrigger[] {
  const job = event.data.entity;
  return [
    {
      trigger: 'job_events',
      event_name: 'Job Hook',
      project_id: job.project_id,
      resource: `job:${job.id}`,
      event_id: event.id,
      at: new Date(event.time),
      payload: () => jobPayload(deps, job),
    },
  ];
}
