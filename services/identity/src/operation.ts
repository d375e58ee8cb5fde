import { bindOperations, type Call } from '@forgemesh/rpc';
import type { Identity } from './deps';

/** A call of this service. */
export type IdentityCall = Call<Identity>;

export const { operation, internalOperation, downloadOperation } = bindOperations<Identity>();
