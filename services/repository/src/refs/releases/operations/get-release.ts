import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ReleaseServiceDefinition } from '@forgemesh/proto/repository/v1/release';
import { findRelease } from '../find-release';
import { presentReleases } from '../release.entity';
import type { ReleasesDeps } from '../deps';

/** Gets the release of a tag. */
export const getRelease = operation(
  ReleaseServiceDefinition.getRelease,
  async ({ tag_name: tagName }, call: Call<ReleasesDeps>) => {
    const found = await findRelease(call.deps, call.resource().id, tagName);
    const [release] = await presentReleases(call, found ? [found] : []);
    if (!release) throw new NotFoundError();
    return release;
  },
);
