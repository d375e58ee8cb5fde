import { createGroup } from './operations/create-group';
import { deleteGroup } from './operations/delete-group';
import { transferProjectToGroup } from './operations/transfer-project-to-group';
import { updateGroup } from './operations/update-group';

export const groupLifecycleOperations = [createGroup, deleteGroup, transferProjectToGroup, updateGroup];
