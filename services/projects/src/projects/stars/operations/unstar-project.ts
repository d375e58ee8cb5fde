import { ForgeError, NotFoundError } from '@forgemesh/errors';
import { StarServiceDefinition } from '@forgemesh/proto/projects/v1/star';
import { operation, type Call } from '@forgemesh/rpc';
import { writeView } from '#projects/presentation';
import type { StarDocument } from '../star.model';
import type { StarsDeps } from '../deps';

/** Removes the caller's star from a project. */
export const unstarProject = operation(StarServiceDefinition.unstarProject, async (_request, call: Call<StarsDeps>) => {
  const { deps, principal } = call;
  const { id } = call.resource('id');
  const star = await deps.stars.model.findOne({ user_id: principal.id, project_id: id }).lean<StarDocument>();
  const isRemoved = star && (await deps.stars.remove(star, { type: 'projects.star.deleted', actor: principal.id }));
  if (!isRemoved) throw new ForgeError('not_modified');
  await deps.recountStars(id);
  const project = await deps.projects.find(id);
  if (!project) throw new NotFoundError('Project');
  return deps.projectPresenter.presentProject(project, writeView(call));
});
