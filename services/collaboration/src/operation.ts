import { bindOperations, type Call } from '@forgemesh/kit';
import type { Collaboration } from './service';

export const { operation, internalOperation, downloadOperation } = bindOperations<Collaboration>();

/** A call of this service. */
export type CollaborationCall = Call<Collaboration>;
