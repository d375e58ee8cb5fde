/** RPCs for other services; the contract names their callers. */
import { authenticateNode } from './answers/authenticate-node';
import { isReplicaHeld } from './answers/is-replica-held';
import { isFileHeld } from './files/is-file-held';

export const internalOperations = [authenticateNode, isFileHeld, isReplicaHeld];
