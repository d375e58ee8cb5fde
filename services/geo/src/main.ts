import { runService, serve } from '@forgemesh/kit';
import { answerOperations, standInOperations } from './answers';
import { config } from './config';
import { consumers } from './consumers';
import { failureOperations } from './failures';
import { nodeOperations } from './nodes';
import { originOperations } from './origin';
import { schedules } from './schedules';
import { closeGeo, createGeo } from './service';
import { statusOperations } from './statuses';

const isPrimary = config.FORGE_GEO_ROLE === 'primary';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/geo.binpb'),
    create: createGeo,
    close: closeGeo,
    operations: [
      ...nodeOperations,
      ...statusOperations,
      ...failureOperations,
      ...originOperations,
      ...answerOperations,
      ...(isPrimary ? [] : standInOperations),
    ],
    consumers: isPrimary ? consumers : [],
    schedules,
  }),
);
