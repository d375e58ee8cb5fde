import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { ReleaseServiceDefinition } from '@forgemesh/proto/repository/v1/release';
import { changeRelease } from '../change-release';
import { findRelease, findReleasedTag, releaseMissing } from '../find-release';
import { presentReleases } from '../release.entity';
import type { ReleasesDeps } from '../deps';

/** Changes the release of a tag. */
export const updateRelease = operation(
  ReleaseServiceDefinition.updateRelease,
  async (request, call: Call<ReleasesDeps>) => {
    const { tag_name: tagName, name, description, released_at } = request;
    await findReleasedTag(call, tagName);
    if (!(await findRelease(call.deps, call.resource().id, tagName))) throw releaseMissing();
    const set = {
      ...(name && { name }),
      ...(description !== undefined && { description }),
      ...(released_at && { released_at: new Date(released_at) }),
    };
    if (Object.keys(set).length === 0) throw new BadRequestError('params is empty');
    const [release] = await presentReleases(call, [await changeRelease(call, tagName, set)]);
    if (!release) throw new NotFoundError();
    return release;
  },
);
