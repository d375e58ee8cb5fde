import { isDuplicateKey } from '@forgemesh/data';
import { ForgeError, NotFoundError } from '@forgemesh/errors';
import { StarServiceDefinition } from '@forgemesh/proto/projects/v1/star';
import { operation, type Call } from '@forgemesh/rpc';
import { writeView } from '#projects/presentation';
import type { StarDocument } from '../star.model';
import type { StarsDeps } from '../deps';

/** Stars a project for the caller. A retry finds the star of the first attempt. */
export const starProject = operation(StarServiceDefinition.starProject, async (_request, call: Call<StarsDeps>) => {
  const { deps, operationId } = call;
  const star = (await deps.stars.findByOperation(operationId ?? '')) ?? (await addStar(call));
  await deps.recountStars(star.project_id);
  const project = await deps.projects.find(star.project_id);
  if (project) return deps.projectPresenter.presentProject(project, writeView(call));
  // The project was deleted concurrently.
  await deps.stars.remove(star, { type: 'projects.star.deleted', actor: star.user_id });
  throw new NotFoundError('Project');
});

async function addStar(call: Call<StarsDeps>): Promise<StarDocument> {
  const { deps, principal, operationId } = call;
  const ids = { user_id: principal.id, project_id: call.resource('id').id };
  if (await deps.stars.model.exists(ids)) throw new ForgeError('not_modified');
  try {
    return await deps.stars.insert(
      {
        _id: await deps.stars.nextId(),
        ...ids,
        created_at: new Date(),
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'projects.star.created', actor: principal.id }],
    );
  } catch (error) {
    if (isDuplicateKey(error)) throw new ForgeError('not_modified');
    throw error;
  }
}
