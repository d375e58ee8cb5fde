// The processes of the mesh. A new service needs one line here.

import { join } from 'node:path';

export interface Deployable {
  /** Also the name of its data folder, database, key and log. */
  name: string;
  /** Contains `dist/main.js`. */
  folder: string;
  /** The services that it calls over gRPC. */
  calls: string[];
  /**
   * Service of the process, if its name is another: a shard, a member of a pool, a further gateway.
   */
  service?: string;
  /** The storage that a shard serves. */
  storage?: string;
  /** Whether the process is one of several, of which any serves each call. */
  isMember?: boolean;
}

const root = join(import.meta.dirname, '../..');

export const services: Deployable[] = [
  {
    name: 'settings',
    folder: join(root, 'services/settings'),
    calls: ['approvals', 'collaboration', 'deliveries', 'geo', 'identity', 'projects', 'repository'],
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
    calls: ['approvals', 'deliveries', 'identity', 'projects', 'repository', 'settings'],
  },
  {
    name: 'deliveries',
    folder: join(root, 'services/deliveries'),
    calls: ['collaboration', 'identity', 'projects', 'repository', 'settings'],
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
 * Replaces repository by one process per storage; the first one keeps the service's name.
 * @param storages empty for one process that serves all
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
 * Replaces repository by several processes, of which any serves each repository; the first one
 * keeps the service's name.
 * @param count of processes; 1 for one that is no member of a pool
 */
export function withRepositories(deployables: Deployable[], count: number): Deployable[] {
  if (count === 1) return deployables;
  const members = (repository: Deployable) =>
    Array.from({ length: count }, (_, index) => ({
      ...repository,
      name: index === 0 ? repository.name : `${repository.name}-${index + 1}`,
      service: repository.name,
      isMember: true,
    }));
  return deployables.flatMap((each) => (each.name === 'repository' ? members(each) : [each]));
}

/**
 * Services of a secondary node of a replicated instance; its geo service handles the operations of
 * the others with the responses of the primary.
 */
export const secondaryServices = services.filter(({ name }) => ['geo', 'repository'].includes(name));

/** Services whose operations the geo service of a secondary handles. */
export const delegatedServices = ['identity', 'projects', 'settings', 'collaboration'];

export const gateway: Deployable = {
  name: 'gateway',
  folder: join(root, 'gateway'),
  calls: services.map(({ name }) => name),
};

/** The program that runs several of them in one process. */
export const program: Deployable = { name: 'all', folder: join(root, 'program'), calls: [] };
