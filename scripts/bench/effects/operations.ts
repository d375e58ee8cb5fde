// The operations of the API whose cost is measured with all effects, with the targets of a small
// machine.

import { get, post } from '../endpoints/endpoint.ts';
import type { HttpRequest } from '../load/job.ts';
import { OBJECTS, type EffectsFixture } from './fixture.ts';
import type { Operation } from './operation.ts';

const text = 'one line of a file that a commit creates\n'.repeat(40);

export function operationsOf(fixture: EffectsFixture): Operation[] {
  const { token, projectIds, userIds, local, mergeRequests } = fixture;
  const [first = 0] = projectIds;
  const projectOf = (n: number) => projectIds[n % projectIds.length] as number;
  const issuePath = (n: number) => `/projects/${fixture.issue(n).project}/issues/${fixture.issue(n).iid}`;
  const commit = (project: number, n: number) =>
    post(token, `/projects/${project}/repository/commits`, {
      branch: 'main',
      commit_message: 'Create file %n%',
      actions: [{ action: 'create', file_path: `made/${n % 20}/%n%.txt`, content: text }],
    });
  const commitId = (n: number) => local.commits[n % (local.commits.length - 1)] as string;
  return [
    {
      name: 'POST issue notes',
      request: (n) => post(token, `${issuePath(n)}/notes`, { body: 'I saw it too, in run %n%.' }),
      goal: '7 commands, 10 ms (alone 20), 180/s',
    },
    {
      name: 'POST issue notes, one issue',
      request: () => post(token, `${issuePath(0)}/notes`, { body: 'I saw it too, in run %n%.' }),
      goal: '',
    },
    {
      name: 'PUT issue',
      request: (n) => put(token, issuePath(n), { title: 'Broken in run %n%' }),
      goal: '8 commands, 12 ms, 150/s',
    },
    {
      name: 'POST issues',
      request: (n) => post(token, `/projects/${projectOf(n)}/issues`, { title: 'Broken %n%', description: text }),
      goal: '6 commands, 6 ms, 280/s',
    },
    {
      name: 'POST issues, one project',
      request: () => post(token, `/projects/${first}/issues`, { title: 'Broken %n%', description: text }),
      goal: '',
    },
    {
      name: 'POST commits, ten projects',
      request: (n) => commit(projectOf(n), n),
      goal: '9 commands, 25 ms, P50 alone 20 ms, 80/s',
    },
    { name: 'POST commits, one branch', request: (n) => commit(first, n), goal: '' },
    {
      name: 'GET user',
      request: (n) => get(token, `/users/${userIds[n % OBJECTS]}`),
      goal: '2 ms',
    },
    { name: 'GET issue', request: (n) => get(token, issuePath(n)), goal: '' },
    {
      name: 'GET raw file',
      request: (n) => get(token, rawPath(first, String(local.paths[n % local.paths.length]), commitId(n))),
      goal: '2 ms',
    },
    {
      name: 'GET commits of a path',
      // A project has the path of a request only once.
      request: (n) => get(token, historyPath(projectOf(n), String(local.paths[Math.floor(n / projectIds.length)]))),
      goal: '3 ms',
    },
    {
      name: `GET raw_diffs, ${mergeRequests.count} merge requests`,
      request: (n) =>
        get(token, `/projects/${mergeRequests.project}/merge_requests/${(n % mergeRequests.count) + 1}/raw_diffs`),
      goal: '350/s',
    },
    {
      name: 'GET compare',
      request: (n) =>
        get(
          token,
          `/projects/${first}/repository/compare?from=${local.commits[(n % 900) + 20]}&to=${commitId(n % 900)}`,
        ),
      goal: '',
    },
  ];
}

function rawPath(project: number, path: string, ref: string) {
  return `/projects/${project}/repository/files/${encodeURIComponent(path)}/raw?ref=${ref}`;
}

function historyPath(project: number, path: string) {
  return `/projects/${project}/repository/commits?path=${encodeURIComponent(path)}`;
}

function put(token: string, path: string, body: Record<string, unknown>): HttpRequest {
  return { ...post(token, path, body), method: 'PUT' };
}
