import { bindOperations, type Call } from '@forgemesh/rpc';
import type { SettingsService } from './deps';

export const { operation, internalOperation, downloadOperation } = bindOperations<SettingsService>();

/** A call of this service. */
export type SettingsCall = Call<SettingsService>;
