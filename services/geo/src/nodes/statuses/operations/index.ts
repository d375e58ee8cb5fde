import { getNodeStatus } from './get-node-status';
import { listNodeStatuses } from './list-node-statuses';

export const statusOperations = [getNodeStatus, listNodeStatuses];
