import { createProtectedTag } from './operations/create-protected-tag';
import { deleteProtectedTag } from './operations/delete-protected-tag';
import { getProtectedTag } from './operations/get-protected-tag';
import { listProtectedTags } from './operations/list-protected-tags';

export const protectedTagOperations = [listProtectedTags, getProtectedTag, createProtectedTag, deleteProtectedTag];
