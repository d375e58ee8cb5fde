import { createTag } from './operations/create-tag';
import { deleteTag } from './operations/delete-tag';
import { getTag } from './operations/get-tag';
import { listTags } from './operations/list-tags';

export const tagOperations = [listTags, getTag, createTag, deleteTag];
