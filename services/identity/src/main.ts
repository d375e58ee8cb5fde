import { runService, serve } from '@forgemesh/kit';
import { config } from './config';
import { makeRoot } from './root';
import { closeIdentity, createIdentity } from './service';
import { operations as tokenOperations, schedules as tokenSchedules } from './tokens';
import { operations as userOperations, schedules as userSchedules } from './users';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/identity.binpb'),
    create: createIdentity,
    prepare: makeRoot,
    operations: [...userOperations, ...tokenOperations],
    schedules: [...userSchedules, ...tokenSchedules],
    close: closeIdentity,
  }),
);
