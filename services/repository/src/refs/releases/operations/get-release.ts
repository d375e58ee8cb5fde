import { NotFoundError } from '@forgemesh/errors';
import { ReleaseServiceDefinition } from '@forgemesh/proto/repository/v1/release';
import { operation } from '#operation';
import { findRelease } from '../find-release';
import { presentReleases } from '../release.entity';

/** Gets the release of a tag. */
export const getRelease = operation(ReleaseServiceDefinition.getRelease, async ({ tag_name: tagName }, call) => {
  const found = await findRelease(call.deps, call.resource().id, tagName);
  const [release] = await presentReleases(call, found ? [found] : []);
  if (!release) throw new NotFoundError();
  return release;
});
