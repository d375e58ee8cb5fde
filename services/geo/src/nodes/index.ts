import { createNode } from './operations/create-node';
import { deleteNode } from './operations/delete-node';
import { getNode } from './operations/get-node';
import { createNodeCredentials } from './operations/create-node-credentials';
import { listNodes } from './operations/list-nodes';
import { repairNode } from './operations/repair-node';
import { updateNode } from './operations/update-node';

export const nodeOperations = [
  createNode,
  deleteNode,
  getNode,
  createNodeCredentials,
  listNodes,
  repairNode,
  updateNode,
];
