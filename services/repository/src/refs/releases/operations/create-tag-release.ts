import { operation, type Call } from '@forgemesh/rpc';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { addRelease } from '../add-release';
import { findReleasedTag } from '../find-release';
import { presentTagRelease } from '#refs/tags';
import type { ReleasesDeps } from '../deps';

/** Adds release notes to a tag. */
export const createTagRelease = operation(
  TagServiceDefinition.createTagRelease,
  async (request, call: Call<ReleasesDeps>) => {
    const { tag_name, description } = request;
    const tag = await findReleasedTag(call, tag_name);
    return presentTagRelease(await addRelease(call.deps.releases, call, tag, { description }));
  },
);
