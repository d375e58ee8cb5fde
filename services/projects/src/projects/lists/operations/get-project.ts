import { NotFoundError } from '@forgemesh/errors';
import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { operation, type Call } from '@forgemesh/rpc';
import { readLicense, readView } from '#projects/presentation';
import { findCachedProject } from '../find-cached-project';
import type { ProjectListsDeps } from '../deps';

/** Gets one project. */
export const getProject = operation(
  ProjectServiceDefinition.getProject,
  async (request, call: Call<ProjectListsDeps>) => {
    const project = await findCachedProject(call.deps, call.resource('id').id);
    if (!project) throw new NotFoundError('Project');
    const license = request.license ? await readLicense(call.deps, project) : undefined;
    return call.deps.projectPresenter.presentProject(project, {
      ...readView(call, { ...request, details: true }),
      license,
    });
  },
);
