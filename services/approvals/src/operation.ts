import { bindOperations, type Call } from '@forgemesh/rpc';
import type { Approvals } from './deps';

export const { operation, internalOperation } = bindOperations<Approvals>();

/** A call of this service. */
export type ApprovalsCall = Call<Approvals>;
