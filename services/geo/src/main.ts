import { runService, serve } from '@forgemesh/service';
import { delegatedAuthOperations } from './delegated-auth';
import { config } from './config';
import { consumers } from './consumers';
import { failureOperations } from './replication/failures';
import { nodeOperations } from './nodes';
import { originOperations } from './replication/origin';
import { schedules } from './schedules';
import { closeGeo, createGeo } from './compose';
import { statusOperations } from './nodes/statuses';

import { delegatedOperations, delegatingServices } from './delegated';
import { internalOperations } from './internal';

const isPrimary = config.FORGE_GEO_ROLE === 'primary';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/geo.binpb'),
    delegatedDescriptors: isPrimary
      ? []
      : delegatingServices.map((name) => require.resolve(`@forgemesh/proto/descriptors/${name}.binpb`)),
    create: createGeo,
    secrets: ({ box }) => ({
      sealed: [{ collection: 'geo_nodes', box, paths: ['secret'], projection: { secret: 1 } }],
    }),
    offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
    close: closeGeo,
    operations: [
      ...internalOperations,
      ...nodeOperations,
      ...statusOperations,
      ...failureOperations,
      ...originOperations,
      ...delegatedAuthOperations,
      ...(isPrimary ? [] : delegatedOperations),
    ],
    consumers: isPrimary ? consumers : [],
    schedules,
  }),
);
