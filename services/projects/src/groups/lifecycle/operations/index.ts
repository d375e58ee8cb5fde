import { createGroup } from './create-group';
import { deleteGroup } from './delete-group';
import { transferProjectToGroup } from './transfer-project-to-group';
import { updateGroup } from './update-group';

export const groupLifecycleOperations = [createGroup, deleteGroup, transferProjectToGroup, updateGroup];
