/** The geo service: its operations, consumers and schedules. */
import { defineService } from '@forgemesh/service';
import { delegatedAuthOperations } from './delegated-auth/operations';
import { readGeoConfig, type GeoConfig } from './config';
import type { Geo } from './deps';
import { consumers } from './consumers';
import { failureOperations } from './replication/failures/operations';
import { nodeOperations } from './nodes/operations';
import { originOperations } from './replication/origin/operations';
import { schedules } from './schedules';
import { closeGeo, createGeo } from './compose';
import { statusOperations } from './nodes/statuses/operations';
import { delegatedOperations, delegatingServices } from './delegated';
import { internalOperations } from './internal';

/** Nodes of a replicated instance: management, status and replication. */
export const geo = defineService<GeoConfig, Geo>({
  name: 'geo',
  readConfig: readGeoConfig,
  descriptors: require.resolve('@forgemesh/proto/descriptors/geo.binpb'),
  delegatedDescriptors: (config) =>
    isPrimary(config)
      ? []
      : delegatingServices.map((name) => require.resolve(`@forgemesh/proto/descriptors/${name}.binpb`)),
  create: createGeo,
  secrets: ({ box }) => ({
    sealed: [{ collection: 'geo_nodes', box, paths: ['secret'], projection: { secret: 1 } }],
  }),
  offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  objects: ({ objects }) => objects,
  objectStorage: ({ objectStorage }) => objectStorage,
  close: closeGeo,
  operations: (config) => [
    ...internalOperations,
    ...nodeOperations,
    ...statusOperations,
    ...failureOperations,
    ...originOperations,
    ...delegatedAuthOperations,
    ...(isPrimary(config) ? [] : delegatedOperations),
  ],
  consumers: (config) => (isPrimary(config) ? consumers : []),
  schedules,
});

function isPrimary({ FORGE_GEO_ROLE: role }: GeoConfig): boolean {
  return role === 'primary';
}
