// The processes of the mesh. A new service is one line here.

import { join } from 'node:path';

export interface Deployable {
  /** Also the name of its folder of data, its database, its key and its log. */
  name: string;
  /** Holds `dist/main.js`. */
  folder: string;
  /** The services that it asks over gRPC. */
  calls: string[];
  /** Whose shard the process is. */
  service?: string;
  /** The one that a shard serves. */
  storage?: string;
}

const root = join(import.meta.dirname, '../..');

export const services: Deployable[] = [
  {
    name: 'settings',
    folder: join(root, 'services/settings'),
    calls: ['approvals', 'collaboration', 'geo', 'identity', 'projects', 'repository'],
  },
  { name: 'identity', folder: join(root, 'services/identity'), calls: ['projects', 'settings'] },
  {
    name: 'projects',
    folder: join(root, 'services/projects'),
    calls: ['approvals', 'collaboration', 'identity', 'repository', 'settings'],
  },
  {
    name: 'approvals',
    folder: join(root, 'services/approvals'),
    calls: ['collaboration', 'identity', 'projects', 'repository', 'settings'],
  },
  {
    name: 'collaboration',
    folder: join(root, 'services/collaboration'),
    calls: ['approvals', 'identity', 'projects', 'repository', 'settings'],
  },
  {
    name: 'geo',
    folder: join(root, 'services/geo'),
    calls: ['identity', 'projects', 'repository', 'settings'],
  },
  {
    name: 'repository',
    folder: join(root, 'services/repository'),
    calls: ['collaboration', 'identity', 'projects', 'repository', 'settings'],
  },
];

/**
 * The processes with one of repository for each storage; the first keeps the service's name.
 * @param storages none for one process that serves all
 */
export function withStorages(deployables: Deployable[], storages: string[]) {
  if (storages.length === 0) return deployables;
  const shards = (repository: Deployable) =>
    storages.map((storage, index) => ({
      ...repository,
      name: index === 0 ? repository.name : `${repository.name}-${storage}`,
      service: repository.name,
      storage,
    }));
  return deployables.flatMap((each) => (each.name === 'repository' ? shards(each) : [each]));
}

/**
 * What a secondary node of a replicated instance runs: its geo service stands in for the others,
 * with the answers of the primary.
 */
export const secondaryServices = services.filter(({ name }) => ['geo', 'repository'].includes(name));

/** Services in whose place the geo service of a secondary answers. */
export const delegatedServices = ['identity', 'projects', 'settings', 'collaboration'];

export const gateway: Deployable = {
  name: 'gateway',
  folder: join(root, 'gateway'),
  calls: services.map(({ name }) => name),
};
