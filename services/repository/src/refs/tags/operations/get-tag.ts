import { NotFoundError } from '@forgemesh/errors';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { operation } from '#operation';
import { findTag } from '../find-tag';
import { presentTags } from '../tag.entity';

/** Gets one tag. */
export const getTag = operation(TagServiceDefinition.getTag, async (request, call) => {
  const [tag] = await presentTags(call, [await findTag(call, request.tag_name)]);
  if (!tag) throw new NotFoundError('Tag');
  return tag;
});
