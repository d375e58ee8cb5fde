/** RPCs for other services; the contract names their callers. */
import { authenticateNode } from './replicas/authenticate-node';
import { hasReplica } from './replicas/has-replica';
import { hasFile } from './replicas/has-file';

export const internalOperations = [authenticateNode, hasFile, hasReplica];
