// The processes of the mesh. A new service is one line here.

import { join } from 'node:path';

/**
 * @typedef {object} Deployable
 * @property {string} name also the name of its folder of data, its database, its key and its log
 * @property {string} folder holds `dist/main.js`
 * @property {string[]} calls the services that it asks over gRPC
 */

const root = join(import.meta.dirname, '../..');

/** @type {Deployable[]} */
export const services = [
  { name: 'settings', folder: join(root, 'services/settings'), calls: [] },
  { name: 'identity', folder: join(root, 'services/identity'), calls: ['projects', 'settings'] },
  {
    name: 'projects',
    folder: join(root, 'services/projects'),
    calls: ['collaboration', 'identity', 'repository', 'settings'],
  },
  {
    name: 'approvals',
    folder: join(root, 'services/approvals'),
    calls: ['collaboration', 'identity', 'projects', 'repository'],
  },
  {
    name: 'collaboration',
    folder: join(root, 'services/collaboration'),
    calls: ['approvals', 'identity', 'projects', 'repository', 'settings'],
  },
  {
    name: 'repository',
    folder: join(root, 'services/repository'),
    calls: ['collaboration', 'identity', 'projects', 'settings'],
  },
];

/** @type {Deployable} */
export const gateway = { name: 'gateway', folder: join(root, 'gateway'), calls: services.map(({ name }) => name) };
