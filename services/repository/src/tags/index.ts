import { createTag } from './create-tag';
import { createTagRelease } from './create-tag-release';
import { deleteTag } from './delete-tag';
import { getTag } from './get-tag';
import { listTags } from './list-tags';
import { updateTagRelease } from './update-tag-release';

export const tagOperations = [listTags, getTag, createTag, deleteTag, createTagRelease, updateTagRelease];
