import { runService, serve } from '@forgemesh/service';
import { answerOperations, standInOperations } from './answers';
import { config } from './config';
import { consumers } from './consumers';
import { failureOperations } from './failures';
import { fileOperations, standInDownloads } from './files';
import { nodeOperations } from './nodes';
import { originOperations } from './origin';
import { schedules } from './schedules';
import { closeGeo, createGeo } from './compose';
import { statusOperations } from './statuses';

/** Services some of whose RPCs a secondary answers: from the primary, or from its copies. */
const stoodInFor = ['identity', 'projects', 'settings'];
const isPrimary = config.FORGE_GEO_ROLE === 'primary';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/geo.binpb'),
    standsInFor: isPrimary
      ? []
      : stoodInFor.map((name) => require.resolve(`@forgemesh/proto/descriptors/${name}.binpb`)),
    create: createGeo,
    secrets: ({ box }) => ({
      sealed: [{ collection: 'geo_nodes', box, paths: ['secret'], projection: { secret: 1 } }],
    }),
    offersMetrics: ({ settings }) => settings.known()?.prometheus_metrics_enabled ?? true,
    close: closeGeo,
    operations: [
      ...nodeOperations,
      ...statusOperations,
      ...failureOperations,
      ...originOperations,
      ...answerOperations,
      ...fileOperations,
      ...(isPrimary ? [] : [...standInOperations, ...standInDownloads]),
    ],
    consumers: isPrimary ? consumers : [],
    schedules,
  }),
);
