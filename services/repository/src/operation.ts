import { bindOperations } from '@forgemesh/rpc';
import type { Repositories } from './deps';

export const { operation, internalOperation, uploadOperation, downloadOperation } = bindOperations<Repositories>();
