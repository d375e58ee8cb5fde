import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError, ForgeError, NotFoundError } from '@forgemesh/errors';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { locateRepository } from '#commits';
import { isGitError, zeroId } from '@forgemesh/git-engine';
import { checkRefChange } from '#access';
import { listTagProtectionsFor } from '#refs/protected-tags';
import { findTag } from '../find-tag';
import type { TagsDeps } from '../deps';

/** Deletes a tag and its release. */
export const deleteTag = operation(TagServiceDefinition.deleteTag, async ({ tag_name: name }, call: Call<TagsDeps>) => {
  const { git, tagReleases } = call.deps;
  const location = locateRepository(call);
  const removeRelease = () => tagReleases.remove(location.project_id, name);
  if (await call.deps.refs.findEarlier(call.operationId)) {
    await removeRelease();
    return {};
  }
  const tag = await findTag(call, name);
  const since = call.ifUnmodifiedSince;
  if (since && tag.commit && tag.commit.author.seconds * 1000 > since.getTime())
    throw new ForgeError('precondition_failed');
  const change = { ref: `refs/tags/${name}`, old: tag.id, new: zeroId };
  const protections = await listTagProtectionsFor(call.deps, location.project_id, call.user);
  const refusal = checkRefChange(call.resource(), { ...change, forced: false }, [], 'api', protections);
  if (refusal !== null) throw new BadRequestError(refusal);
  const { id, username, name: userName } = call.principal;
  try {
    await call.deps.refs.change({
      location,
      change,
      actor: { user_id: id, username, name: userName },
      may_be_default: false,
      operation_id: call.operationId,
    });
  } catch (error) {
    if (!isGitError(error, 'conflict')) throw error;
    // Deleted or moved concurrently; the checks were made for another target.
    if (!(await git.findRef({ repo: location.repo, name: change.ref }))) throw new NotFoundError('Tag');
    throw new BadRequestError('Failed to remove tag', { cause: error });
  }
  await removeRelease();
  return {};
});
