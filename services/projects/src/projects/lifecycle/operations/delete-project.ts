import { NotFoundError } from '@forgemesh/errors';
import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { operation, type Call } from '@forgemesh/rpc';
import type { ProjectDocument } from '#projects/model';
import type { ProjectLifecycleDeps } from '../deps';

const MARKING_TIER = 2;

/** Removes a project immediately, or marks it for deletion if the instance has a grace period. */
export const deleteProject = operation(
  ProjectServiceDefinition.deleteProject,
  async (_request, call: Call<ProjectLifecycleDeps>) => {
    const { deps, principal } = call;
    const project = await deps.projects.find(call.resource('id').id);
    if (!project) throw new NotFoundError('Project');
    call.assertUnmodified(project.updated_at);
    const days = deps.settings.current().deletion_adjourned_period ?? 0;
    if (days > 0 && call.context.tier >= MARKING_TIER) await mark(call, project);
    else await deps.removeProject(project, principal.id);
    return { message: '202 Accepted' };
  },
);

/** A second request changes nothing, including the date. */
async function mark({ deps, principal }: Call<ProjectLifecycleDeps>, { _id: id }: ProjectDocument): Promise<void> {
  await deps.projects.mutate(id, ({ marked_for_deletion_at: since, archived: wasArchived }) =>
    since
      ? null
      : {
          set: {
            archived: true,
            archived_by_mark: !wasArchived,
            marked_for_deletion_at: new Date(),
            marked_for_deletion_by: principal.id,
            updated_at: new Date(),
          },
          events: [
            {
              type: 'projects.project.updated',
              actor: principal.id,
              changes: { marked_for_deletion: { from: false, to: true }, archived: { from: wasArchived, to: true } },
            },
          ],
        },
  );
}
