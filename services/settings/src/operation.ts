import { bindOperations } from '@forgemesh/kit';
import type { SettingsService } from './service';

export const { operation, internalOperation, downloadOperation } = bindOperations<SettingsService>();
