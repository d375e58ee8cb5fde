/** RPCs for other services; the contract names their callers. */
import { authenticateNode } from './answers/authenticate-node';
import { hasReplica } from './answers/has-replica';
import { hasFile } from './files/has-file';

export const internalOperations = [authenticateNode, hasFile, hasReplica];
