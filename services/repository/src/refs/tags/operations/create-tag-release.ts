import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { operation } from '#operation';
import { addRelease } from '#refs/releases/add-release';
import { findReleasedTag } from '#refs/releases/find-release';
import { presentTagRelease } from '../tag.entity';

/** Adds release notes to a tag. */
export const createTagRelease = operation(TagServiceDefinition.createTagRelease, async (request, call) => {
  const { tag_name, description } = request;
  return presentTagRelease(await addRelease(call, await findReleasedTag(call, tag_name), { description }));
});
