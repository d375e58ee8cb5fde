import type { EventEntity } from '@forgemesh/events';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { Model } from 'mongoose';
import { instanceSubject } from '#access';
import { presentCommitStatusEvent } from './commit-status.entity';
import type { CommitStatusDocument } from './commit-status.model';
import { findUsers } from '#clients/users';
import { presentPipeline } from './pipeline.entity';
import type { PipelineDocument } from './pipeline.model';
import type { PipelinesDeps } from './deps';

/** Maximum number of statuses in the event of their pipeline. */
const MAX_STATUSES = 100;

type Display = Pick<PipelinesDeps, 'clients' | 'urls' | 'users'>;

/**
 * The entity of `repository.pipeline.updated`: the pipeline, its project, its source and its
 * statuses.
 */
export async function presentPipelineEvent(
  deps: Display & { statuses: Model<CommitStatusDocument> },
  pipeline: PipelineDocument,
): Promise<EventEntity<'repository.pipeline.updated'>> {
  const [users, fullPath, statuses] = await Promise.all([
    findUsers(deps, [pipeline.user_id]),
    pathOfProject(deps, pipeline),
    readStatuses(deps.statuses, pipeline),
  ]);
  return {
    ...presentPipeline(deps.urls, pipeline, fullPath, users.get(pipeline.user_id)),
    project_id: pipeline.project_id,
    source: 'external',
    statuses: await Promise.all(statuses.map((status) => presentCommitStatusEvent(deps, status))),
  };
}

function readStatuses(model: Model<CommitStatusDocument>, { _id }: PipelineDocument): Promise<CommitStatusDocument[]> {
  return model
    .find({ pipeline_id: _id, is_latest: true })
    .sort({ _id: 1 })
    .limit(MAX_STATUSES)
    .lean<CommitStatusDocument[]>()
    .exec();
}

/** Full path of a project; for a deleted project, its id. */
async function pathOfProject(
  { clients }: Pick<PipelinesDeps, 'clients'>,
  { project_id }: PipelineDocument,
): Promise<string> {
  const { resources } = await clients.access.authorize({
    subject: instanceSubject,
    references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(project_id) }],
  });
  const [project] = resources;
  return project?.found ? project.full_path : `projects/${project_id}`;
}
