import { bindOperations, type Call } from '@forgemesh/rpc';
import type { Projects } from './deps';

export const { operation, internalOperation, uploadOperation, downloadOperation } = bindOperations<Projects>();

/** A call of this service. */
export type ProjectsCall = Call<Projects>;
