import { bindOperations, type Call } from '@forgemesh/rpc';
import type { Collaboration } from './deps';

export const { operation, internalOperation, downloadOperation } = bindOperations<Collaboration>();

/** A call of this service. */
export type CollaborationCall = Call<Collaboration>;

/** Whether a call changes nothing: then it may go by what the reads of the last moment found. */
export function isRead({ operationId }: Pick<CollaborationCall, 'operationId'>): boolean {
  return operationId === undefined;
}
