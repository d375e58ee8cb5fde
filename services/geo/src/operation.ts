import { bindOperations, type Call } from '@forgemesh/rpc';
import type { Geo } from './deps';

export const { operation, internalOperation, downloadOperation } = bindOperations<Geo>();

/** A call of this service. */
export type GeoCall = Call<Geo>;
