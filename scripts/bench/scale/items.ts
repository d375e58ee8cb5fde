// Lists of issues, merge requests and labels, and pages of merge requests.

import {
  copyItems,
  createApi,
  createMergeRequest,
  developer,
  createGroup,
  createProject,
  createToken,
  createUser,
} from '../fixture/index.ts';
import type { Api } from '../fixture/api.ts';
import type { BenchEnvironment } from '../environment.ts';
import type { Subject } from './subject.ts';
import type { Log } from '../../lib/log.ts';

const narrow = { commits: 50, files: 40, branches: 3, tags: 1 };

export const itemSubjects: Subject[] = [
  {
    name: '10,000 and 100,000 issues',
    pages: [
      '/projects/:project/issues',
      '/projects/:project/issues?page=5',
      '/projects/:project/issues?state=opened',
      '/projects/:project/issues?search=odd',
      '/projects/:project/issues?search=odd%20777',
      '/projects/:project/issues?order_by=updated_at&sort=asc',
      '/projects/:project/issues?order_by=popularity',
      '/projects/:project/issues?order_by=due_date&sort=asc',
      '/projects/:project/issues?labels=None',
      '/projects/:project/issues?milestone=None',
      '/groups/:group/issues',
      '/groups/:group/issues?order_by=weight',
      '/issues',
      '/issues?scope=all',
      '/issues?scope=all&order_by=due_date',
    ],
    prepare: both('issues', { small: 10_000, large: 100_000 }, async ({ api, storageUri, projectId, count }) => {
      const issue = await api('POST', `/projects/${projectId}/issues`, { title: 'Broken' });
      await copyItems({ storageUri, collection: 'issues', id: issue.id, count: count - 1 });
    }),
  },
  {
    name: '100 and 5,000 merge requests',
    pages: [
      '/projects/:project/merge_requests',
      '/projects/:project/merge_requests?state=opened',
      '/projects/:project/merge_requests?search=odd',
      '/groups/:group/merge_requests',
      '/merge_requests?scope=all',
    ],
    prepare: both('requests', { small: 100, large: 5_000 }, async (side) => {
      const id = await createMergeRequest(side, narrow);
      await copyItems({ storageUri: side.storageUri, collection: 'merge_requests', id, count: side.count - 1 });
    }),
  },
  {
    name: '20 and 1,000 labels',
    pages: ['/projects/:project/labels', '/projects/:project/labels?with_counts=true'],
    prepare: both('labels', { small: 20, large: 1_000 }, async ({ api, storageUri, projectId, count }) => {
      const label = await api('POST', `/projects/${projectId}/labels`, { name: 'kind', color: '#112233' });
      await copyItems({ storageUri, collection: 'labels', id: label.id, count: count - 1 });
    }),
  },
  {
    name: '10 and 1,000 files of a merge request',
    pages: ['', '/changes', '/diffs', '/commits', '/versions'].map(
      (page) => `/projects/:project/merge_requests/1${page}`,
    ),
    prepare: both('files', { small: 10, large: 1_000 }, async (side) => {
      await createMergeRequest(side, { ...narrow, changed: side.count });
    }),
  },
];

/** A project to be filled with items. */
interface Filling {
  /** Client of a developer of the project's group. */
  api: Api;
  token: string;
  url: string;
  storageUri: string;
  folder: string;
  projectId: number;
  path: string;
  /** Number of items. */
  count: number;
}

function both(name: string, counts: { small: number; large: number }, fill: (filling: Filling) => Promise<void>) {
  const createSide = async (environment: BenchEnvironment, side: 'small' | 'large') => {
    const { url, rootToken, storageUri, folder } = environment;
    const root = createApi(url, rootToken);
    const groupId = await createGroup(root, `${name}-${side}`);
    const token = await createToken(root, await createUser(root, `reader-${name}-${side}`, { [groupId]: developer }));
    const { id: projectId, path } = await createProject(root, `${name} ${side}`, groupId);
    const shared = { url, storageUri, folder, token, projectId, path };
    await fill({ ...shared, api: createApi(url, token), count: counts[side] });
    return { token, values: { group: groupId, project: projectId } };
  };
  return (environment: BenchEnvironment, log: Log) =>
    log.step(`Creating ${counts.small + counts.large} ${name}`, async () => ({
      small: await createSide(environment, 'small'),
      large: await createSide(environment, 'large'),
    }));
}
