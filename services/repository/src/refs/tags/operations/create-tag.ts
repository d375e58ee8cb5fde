import { NotFoundError } from '@forgemesh/errors';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { operation } from '#operation';
import { findTag } from '../find-tag';
import { addTag } from '../add-tag';
import { presentTags } from '../tag.entity';

/** Creates a tag, and a release if release notes are given. */
export const createTag = operation(TagServiceDefinition.createTag, async (request, call) => {
  const { tag_name: name, ref, message, release_description: description } = request;
  await addTag(call, { name, ref, message });
  const found = await findTag(call, name);
  if (description) await call.deps.tagReleases.add(call, found, description);
  const [tag] = await presentTags(call, [found]);
  if (!tag) throw new NotFoundError('Tag');
  return tag;
});
