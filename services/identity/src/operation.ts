import { bindOperations } from '@forgemesh/kit';
import type { Identity } from './service';

export const { operation, internalOperation } = bindOperations<Identity>();
