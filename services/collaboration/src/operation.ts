import { bindOperations, type Call } from '@forgemesh/rpc';
import type { Collaboration } from './deps';

export const { operation, internalOperation, downloadOperation } = bindOperations<Collaboration>();

/** A call of this service. */
export type CollaborationCall = Call<Collaboration>;

/** Whether a call is a read: then it may use cached query results. */
export function isRead({ operationId }: Pick<CollaborationCall, 'operationId'>): boolean {
  return operationId === undefined;
}
