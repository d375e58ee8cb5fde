import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { findTag } from '../find-tag';
import { presentTags } from '../tag.entity';
import type { TagsDeps } from '../deps';

/** Gets one tag. */
export const getTag = operation(TagServiceDefinition.getTag, async (request, call: Call<TagsDeps>) => {
  const [tag] = await presentTags(call, [await findTag(call, request.tag_name)]);
  if (!tag) throw new NotFoundError('Tag');
  return tag;
});
