// Repository pages on short and long histories.

import { join } from 'node:path';
import {
  createApi,
  gitUrl,
  createLocalRepository,
  pushAll,
  developer,
  createGroup,
  createProject,
  createToken,
  createUser,
} from '../fixture/index.ts';
import type { HistorySize } from '../fixture/history.ts';
import type { Subject } from './subject.ts';
import type { BenchEnvironment } from '../environment.ts';

const small = { commits: 5000, files: 400, branches: 60, tags: 40 };
const narrow = { commits: 50, files: 40, branches: 2, tags: 1 };

const histories: { name: string; small: HistorySize; large: HistorySize; pages: string[] }[] = [
  {
    name: '5,000 and 100,000 commits',
    small,
    large: { ...small, commits: 100_000 },
    pages: [
      'commits?page=1',
      'commits?page=50',
      'commits?path=README.md',
      'commits/main',
      'commits/main/refs',
      'branches',
      'tags',
      'contributors',
      'tree',
      'tree?recursive=true',
    ],
  },
  {
    name: '60 branches and 40 tags, 10,000 and 50,000',
    small,
    large: { ...small, branches: 10_000, tags: 50_000 },
    pages: [
      'branches',
      'branches?page=3',
      'branches?search=release',
      'branches/main',
      'tags',
      'tags?page=2',
      'tags?search=v1.1',
      'commits',
      'commits/main',
      'commits/v1.1.0/refs',
      'tree',
    ],
  },
  {
    name: '20 and 50,000 entries of a folder',
    small: { ...narrow, entries: 20 },
    large: { ...narrow, entries: 50_000 },
    pages: ['tree?path=wide', 'tree?recursive=true', 'commits?path=wide', 'files/wide%2Fentry-00007.txt?ref=main'],
  },
  {
    name: '10 and 1,000 files of a diff',
    small: { ...narrow, changed: 10 },
    large: { ...narrow, changed: 1000 },
    pages: ['commits/main/diff', 'commits/main', 'compare?from=v1.1.0&to=main'],
  },
];

export const historySubjects: Subject[] = histories.map(({ name, pages, ...sizes }, serial) => ({
  name,
  pages: pages.map((page) => `/projects/:project/repository/${page}`),
  prepare: (environment, log) =>
    log.step(`Pushing histories: ${name}`, () => pushBoth(environment, `scale-${serial}`, sizes)),
}));

async function pushBoth(
  { url, rootToken, folder }: BenchEnvironment,
  path: string,
  sizes: { small: HistorySize; large: HistorySize },
) {
  const root = createApi(url, rootToken);
  const groupId = await createGroup(root, path);
  const token = await createToken(root, await createUser(root, `reader-${path}`, { [groupId]: developer }));
  const push = async (title: 'small' | 'large') => {
    const project = await createProject(root, title, groupId);
    const local = await createLocalRepository(join(folder, `${path}-${title}.git`), sizes[title]);
    await pushAll(local.folder, gitUrl(url, token, project.path));
    return { token, values: { project: project.id } };
  };
  return { small: await push('small'), large: await push('large') };
}
