import { createProtectedTag } from './create-protected-tag';
import { deleteProtectedTag } from './delete-protected-tag';
import { getProtectedTag } from './get-protected-tag';
import { listProtectedTags } from './list-protected-tags';

export const protectedTagOperations = [listProtectedTags, getProtectedTag, createProtectedTag, deleteProtectedTag];
