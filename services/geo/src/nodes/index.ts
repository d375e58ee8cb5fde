import { createNode } from './operations/create-node';
import { deleteNode } from './operations/delete-node';
import { getNode } from './operations/get-node';
import { handOverCredentials } from './operations/hand-over-credentials';
import { listNodes } from './operations/list-nodes';
import { repairNode } from './operations/repair-node';
import { updateNode } from './operations/update-node';

export const nodeOperations = [createNode, deleteNode, getNode, handOverCredentials, listNodes, repairNode, updateNode];
