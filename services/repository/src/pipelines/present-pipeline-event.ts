import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { Repositories } from '../service';
import { findUsers } from '../users/directory';
import { presentPipeline } from './pipeline.entity';
import type { PipelineDocument } from './pipeline.model';

/** The entity of `repository.pipeline.updated`: the single pipeline, where it belongs and where it came from. */
export async function presentPipelineEvent(
  deps: Pick<Repositories, 'users' | 'clients'>,
  pipeline: PipelineDocument,
): Promise<object> {
  const [users, fullPath] = await Promise.all([findUsers(deps, [pipeline.user_id]), pathOfProject(deps, pipeline)]);
  return {
    ...presentPipeline(pipeline, fullPath, users.get(pipeline.user_id)),
    project_id: pipeline.project_id,
    source: 'external',
  };
}

/** Full path of a project; its id in place of the path of one that is gone. */
async function pathOfProject(
  { clients }: Pick<Repositories, 'clients'>,
  { project_id, user_id }: PipelineDocument,
): Promise<string> {
  const { resources } = await clients.access.authorize({
    subject: { user_id, admin: true, external: false },
    references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(project_id) }],
  });
  const [project] = resources;
  return project?.found ? project.full_path : `projects/${project_id}`;
}
