import { createTag } from './operations/create-tag';
import { createTagRelease } from './operations/create-tag-release';
import { deleteTag } from './operations/delete-tag';
import { getTag } from './operations/get-tag';
import { listTags } from './operations/list-tags';
import { updateTagRelease } from './operations/update-tag-release';

export const tagOperations = [listTags, getTag, createTag, deleteTag, createTagRelease, updateTagRelease];
