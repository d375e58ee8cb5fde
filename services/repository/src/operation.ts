import { bindOperations } from '@forgemesh/kit';
import type { Repositories } from './service';

export const { operation, internalOperation, uploadOperation, downloadOperation } = bindOperations<Repositories>();
