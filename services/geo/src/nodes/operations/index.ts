import { createNode } from './create-node';
import { deleteNode } from './delete-node';
import { getNode } from './get-node';
import { createNodeCredentials } from './create-node-credentials';
import { listNodes } from './list-nodes';
import { repairNode } from './repair-node';
import { updateNode } from './update-node';

export const nodeOperations = [
  createNode,
  deleteNode,
  getNode,
  createNodeCredentials,
  listNodes,
  repairNode,
  updateNode,
];
