import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { findTag } from '../find-tag';
import { addTag } from '../add-tag';
import { presentTags } from '../tag.entity';
import type { TagsDeps } from '../deps';

/** Creates a tag, and a release if release notes are given. */
export const createTag = operation(TagServiceDefinition.createTag, async (request, call: Call<TagsDeps>) => {
  const { tag_name: name, ref, message, release_description: description } = request;
  await addTag(call, { name, ref, message });
  const found = await findTag(call, name);
  if (description) await call.deps.tagReleases.add(call, found, description);
  const [tag] = await presentTags(call, [found]);
  if (!tag) throw new NotFoundError('Tag');
  return tag;
});
