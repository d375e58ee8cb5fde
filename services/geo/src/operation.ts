import { bindOperations, type Call } from '@forgemesh/kit';
import type { Geo } from './deps';

export const { operation, internalOperation, downloadOperation } = bindOperations<Geo>();

/** A call of this service. */
export type GeoCall = Call<Geo>;
