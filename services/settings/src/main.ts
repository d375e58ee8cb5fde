import { runService, serve } from '@forgemesh/kit';
import { config } from './config';
import { createSettingsService, storeFirstDocument } from './service';
import { operations } from './settings';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/settings.binpb'),
    create: createSettingsService,
    prepare: storeFirstDocument,
    operations,
  }),
);
