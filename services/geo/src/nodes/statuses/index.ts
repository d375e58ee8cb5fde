import { getNodeStatus } from './operations/get-node-status';
import { listNodeStatuses } from './operations/list-node-statuses';

export const statusOperations = [getNodeStatus, listNodeStatuses];
