import { bindOperations } from '@forgemesh/kit';
import type { Repositories } from './deps';

export const { operation, internalOperation, uploadOperation, downloadOperation } = bindOperations<Repositories>();
