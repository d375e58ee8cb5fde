import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ReleaseServiceDefinition } from '@forgemesh/proto/repository/v1/release';
import { findRelease, findReleasedTag, releaseMissing } from '../find-release';
import { presentReleases } from '../release.entity';
import type { ReleasesDeps } from '../deps';

/** Deletes the release of a tag; the tag stays. */
export const deleteRelease = operation(
  ReleaseServiceDefinition.deleteRelease,
  async ({ tag_name: tagName }, call: Call<ReleasesDeps>) => {
    const { releases } = call.deps;
    await findReleasedTag(call, tagName);
    const found = await findRelease(call.deps, call.resource().id, tagName);
    if (!found) throw releaseMissing();
    const [release] = await presentReleases(call, [found]);
    await releases.model.deleteOne({ _id: found._id });
    if (!release) throw new NotFoundError();
    return release;
  },
);
