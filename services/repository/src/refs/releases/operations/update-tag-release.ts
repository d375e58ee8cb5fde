import { operation, type Call } from '@forgemesh/rpc';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { changeRelease } from '../change-release';
import { findReleasedTag } from '../find-release';
import { presentTagRelease } from '#refs/tags';
import type { ReleasesDeps } from '../deps';

/** Replaces the release notes of a tag. */
export const updateTagRelease = operation(
  TagServiceDefinition.updateTagRelease,
  async (request, call: Call<ReleasesDeps>) => {
    const { tag_name, description } = request;
    await findReleasedTag(call, tag_name);
    return presentTagRelease(await changeRelease(call, tag_name, { description }));
  },
);
