import { runService, serve } from '@forgemesh/kit';
import { operations as appearanceOperations, schedules as appearanceSchedules } from './appearance';
import { config } from './config';
import { operations as deadLetterOperations } from './dead-letters';
import { operations as eventConsumerOperations } from './event-consumers';
import { operations as licenseOperations } from './license';
import { createSettingsService, storeFirstDocument } from './service';
import { operations as settingsOperations } from './settings';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/settings.binpb'),
    create: createSettingsService,
    prepare: storeFirstDocument,
    operations: [
      ...settingsOperations,
      ...appearanceOperations,
      ...licenseOperations,
      ...eventConsumerOperations,
      ...deadLetterOperations,
    ],
    schedules: appearanceSchedules,
  }),
);
