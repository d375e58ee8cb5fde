import { NotFoundError } from '@forgemesh/errors';
import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { operation } from '#operation';
import { findCachedProject } from '../find-cached-project';
import { readLicense } from '../settings/license';
import { presentProject } from '../project.entity';
import { readView } from '../view';

/** Gets one project. */
export const getProject = operation(ProjectServiceDefinition.getProject, async (request, call) => {
  const project = await findCachedProject(call.deps, call.resource('id').id);
  if (!project) throw new NotFoundError('Project');
  const license = request.license ? await readLicense(call.deps, project) : undefined;
  return presentProject(call.deps, project, { ...readView(call, { ...request, details: true }), license });
});
