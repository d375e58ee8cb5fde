/** The settings service: its operations, consumers and schedules. */
import { defineService } from '@forgemesh/service';
import { operations as appearanceOperations, schedules as appearanceSchedules } from './appearance/operations';
import { operations as broadcastMessageOperations } from './broadcast-messages/operations';
import { readSettingsConfig, type SettingsConfig } from './config';
import type { SettingsService } from './deps';
import { operations as deadLetterOperations } from './administration/dead-letters/operations';
import {
  operations as eventConsumerOperations,
  schedules as eventSchedules,
} from './administration/event-consumers/operations';
import { operations as featureOperations } from './features/operations';
import { operations as jobMetricsOperations } from './administration/job-metrics/operations';
import { operations as licenseOperations } from './license/operations';
import { operations as objectMigrationOperations } from './administration/object-migrations/operations';
import { operations as secretRotationOperations } from './administration/secret-rotations/operations';
import { createSettingsService, storeFirstDocument } from './compose';
import { operations as settingsOperations } from './application-settings/operations';
import { sealedPaths } from './application-settings/stored-values';
import { presentSettings } from './application-settings/settings.entity';
import { findSettings } from './application-settings/settings.model';
import { internalOperations } from './internal';

/** Settings, appearance and license of the instance. */
export const settings = defineService<SettingsConfig, SettingsService>({
  name: 'settings',
  readConfig: readSettingsConfig,
  descriptors: require.resolve('@forgemesh/proto/descriptors/settings.binpb'),
  create: createSettingsService,
  prepare: storeFirstDocument,
  offersMetrics: async (deps) =>
    presentSettings(await findSettings(deps.store), { ...deps, tier: 0 }).prometheus_metrics_enabled ?? true,
  operations: () => [
    ...internalOperations,
    ...settingsOperations,
    ...appearanceOperations,
    ...licenseOperations,
    ...eventConsumerOperations,
    ...deadLetterOperations,
    ...broadcastMessageOperations,
    ...featureOperations,
    ...jobMetricsOperations,
    ...objectMigrationOperations,
    ...secretRotationOperations,
  ],
  secrets: ({ box }) => ({ sealed: [{ collection: 'application_settings', box, paths: sealedPaths }] }),
  objects: ({ objects }) => objects,
  objectStorage: ({ objectStorage }) => objectStorage,
  schedules: () => [...appearanceSchedules, ...eventSchedules],
});
