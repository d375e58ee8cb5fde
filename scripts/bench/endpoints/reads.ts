// Reads over the API. An endpoint for one entity requests many entities in turn; a single one would
// measure a cache.

import { branchName, type Fixture } from '../fixture/index.ts';
import { get, goal, readsBy, spread, type Endpoint } from './endpoint.ts';

export function reads({ token, rootToken, groupId, reading, projectIds, local }: Fixture): Endpoint[] {
  const { one, many } = readsBy(token);
  const project = `/projects/${reading.id}`;
  const repository = `${project}/repository`;
  const commits = spread(local.commits, 200);
  const files = spread(local.paths, 100).map(encodeURIComponent);
  const branches = Array.from({ length: local.size.branches - 1 }, (_, n) => encodeURIComponent(branchName(n + 1)));
  return [
    one('GET /version', '/version'),
    one('GET /user', '/user'),
    one('GET /users', '/users?per_page=20'),
    one('GET /projects', '/projects?per_page=20'),
    many(
      'GET /projects?search',
      ['alpha', 'beta', 'gamma 1'].map((text) => `/projects?search=${encodeURIComponent(text)}`),
    ),
    many(
      'GET /projects/:id',
      projectIds.map((id) => `/projects/${id}`),
    ),
    one('GET /groups/:id', `/groups/${groupId}`),
    one('GET /groups/:id/projects', `/groups/${groupId}/projects?per_page=20`),
    one('GET /projects/:id/members/all', `${project}/members/all?per_page=20`),
    one('GET commits page 1', `${repository}/commits?per_page=20`),
    one('GET commits page 50', `${repository}/commits?per_page=20&page=50`),
    many(
      'GET commit',
      commits.map((id) => `${repository}/commits/${id}`),
    ),
    many(
      'GET commit diff',
      commits.map((id) => `${repository}/commits/${id}/diff`),
    ),
    one('GET branches', `${repository}/branches?per_page=20`),
    many(
      'GET branch',
      branches.map((branch) => `${repository}/branches/${branch}`),
    ),
    one('GET tree root', `${repository}/tree?per_page=20`),
    one('GET tree recursive', `${repository}/tree?recursive=true&per_page=100`),
    many(
      'GET file',
      files.map((path) => `${repository}/files/${path}?ref=main`),
    ),
    many(
      'GET raw file',
      files.map((path) => `${repository}/files/${path}/raw?ref=main`),
    ),
    many(
      'GET blob',
      spread(local.blobs, 100).map((id) => `${repository}/blobs/${id}`),
    ),
    many(
      'GET compare',
      commits.map((_, n) => `${repository}/compare?from=${local.commits[n + 20]}&to=${local.commits[n]}`),
    ),
    { name: 'GET /application/settings', requests: [get(rootToken, '/application/settings')], goal },
  ];
}
