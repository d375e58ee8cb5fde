// Creates the objects that the operations use: each request names another one.

import { join } from 'node:path';
import { createApi, times } from '../fixture/api.ts';
import { copyDocuments } from '../fixture/copy-documents.ts';
import { copyItems } from '../fixture/copy-items.ts';
import { createGroup, createProject, createToken, createUser } from '../fixture/index.ts';
import {
  addPushBranches,
  createLocalRepository,
  git,
  gitUrl,
  pushAll,
  type LocalRepository,
} from '../fixture/local-repository.ts';
import { removeLimits } from '../fixture/remove-limits.ts';
import type { BenchEnvironment } from '../environment.ts';
import type { Log } from '../../lib/log.ts';

/** Requests of one operation in all phases together. */
export const OBJECTS = 1_000;
const HISTORY = { commits: 2_000, files: 400, branches: 60, tags: 40 };
const PROJECTS = 10;
const MERGE_REQUESTS = 200;
const PUSHES = 300;
const maintainer = 40;

export interface EffectsFixture {
  /** Token of a maintainer who is not the author of the issues. */
  token: string;
  /** Ids of the projects, which have a repository each. */
  projectIds: number[];
  /** Issue `n` of `OBJECTS`. */
  issue: (n: number) => { project: number; iid: number };
  userIds: number[];
  /**
   * Merge requests with one changed file each, in a project of their own: a commit to a branch
   * compares all requests into it.
   */
  mergeRequests: { project: number; count: number };
  /** The history of the first project. */
  local: LocalRepository;
  /** Ref in `local` of a commit that the server does not have, from 0 to `pushes`. */
  pushRef: (n: number) => string;
  pushes: number;
  /** Clone address of the first project. */
  cloneUrl: string;
}

export async function createEffectsFixture(environment: BenchEnvironment, log: Log): Promise<EffectsFixture> {
  const { url, rootToken, storageUri, folder } = environment;
  const root = createApi(url, rootToken);
  await removeLimits(root);
  const group = await createGroup(root, 'effects');
  const userId = await createUser(root, 'committer', { [group]: maintainer });
  const token = await createToken(root, userId);
  const api = createApi(url, token);
  const projects = await times(PROJECTS, (n) => createProject(root, `effects ${n}`, group));
  const projectIds = projects.map(({ id }) => id);
  const [first] = projects;
  if (!first) throw new Error('No project');
  const local = await createLocalRepository(join(folder, 'effects.git'), HISTORY);
  const benchRef = await addPushBranches(local, MERGE_REQUESTS + PUSHES);
  const cloneUrl = gitUrl(url, token, first.path);
  const requests = await createProject(root, 'effects requests', group);
  await log.step('Pushing histories', async () => {
    for (const { path } of [...projects, requests]) await pushAll(local.folder, gitUrl(url, token, path));
    const refs = Array.from({ length: MERGE_REQUESTS }, (_, n) => `${benchRef(n)}:refs/heads/request/${n}`);
    await git(local.folder, ['push', '--quiet', gitUrl(url, token, requests.path), ...refs]);
  });
  await log.step(`Creating ${MERGE_REQUESTS} merge requests`, () =>
    times(MERGE_REQUESTS, (n) =>
      api('POST', `/projects/${requests.id}/merge_requests`, {
        title: `Merge ${n}`,
        source_branch: `request/${n}`,
        target_branch: 'main',
      }),
    ),
  );
  const issue = await root('POST', `/projects/${first.id}/issues`, { title: 'Broken' });
  await copyItems({ storageUri, collection: 'issues', id: issue.id, count: OBJECTS, projectIds });
  const userIds = await copyUsers(storageUri, userId);
  return {
    token,
    projectIds,
    userIds,
    local,
    pushes: PUSHES,
    cloneUrl,
    mergeRequests: { project: requests.id, count: MERGE_REQUESTS },
    // As `copyItems` spreads them; the original has iid 1.
    issue: (n) => ({ project: projectIds[n % PROJECTS] as number, iid: n + 2 }),
    pushRef: (n) => benchRef(MERGE_REQUESTS + n),
  };
}

/** Creates users without memberships. */
function copyUsers(storageUri: string, id: number): Promise<number[]> {
  return copyDocuments({
    storageUri,
    service: 'identity',
    collection: 'users',
    id,
    count: OBJECTS,
    change: (_, n) => {
      const [username, email] = [`copied-${n}`, `copied-${n}@bench.example`];
      return { username, username_lower: username, email, email_lower: email, email_keys: [email] };
    },
  });
}
