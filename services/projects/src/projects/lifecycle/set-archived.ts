/** Changes whether a project is archived. */
import { changesOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { ProjectDocument } from '#projects/model';
import { writeView } from '#projects/presentation';
import type { ProjectLifecycleDeps } from './deps';

/**
 * Archives a project or makes it writable again, and presents it. An explicit change overrides the
 * state that a restored project would return to.
 */
export async function setArchived(call: Call<ProjectLifecycleDeps>, archived: boolean): Promise<ResponseOf<Project>> {
  const { deps, principal } = call;
  const project = await deps.projects.mutate(call.resource('id').id, (current) => {
    const changes = changesOf<Pick<ProjectDocument, 'archived'>>(current, { archived });
    const isChanged = Object.keys(changes).length > 0;
    if (!isChanged && !current.archived_by_mark) return null;
    return {
      set: { archived, ...(isChanged && { updated_at: new Date() }) },
      update: { $unset: { archived_by_mark: 1 } },
      events: isChanged ? [{ type: 'projects.project.updated', actor: principal.id, changes }] : [],
    };
  });
  if (!project) throw new NotFoundError('Project');
  return deps.projectPresenter.presentProject(project, writeView(call));
}
