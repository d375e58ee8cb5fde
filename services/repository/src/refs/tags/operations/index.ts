import { createTag } from './create-tag';
import { deleteTag } from './delete-tag';
import { getTag } from './get-tag';
import { listTags } from './list-tags';

export const tagOperations = [listTags, getTag, createTag, deleteTag];
