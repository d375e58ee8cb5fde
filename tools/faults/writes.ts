// The kinds of writes that go on while things break, over all services, and what is there of each
// afterwards.

import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { read, readAll, type Ask } from './client.ts';
import type { HookBody } from './receiver.ts';

const run = promisify(execFile);
const PUSH_TIMEOUT_MS = 30_000;
/** Between writes that cost much, so that they do not crowd the others out (ms). */
const BREATH_MS = 300;

/** Something that is there. */
export interface Stored {
  /** By which a write was acknowledged. */
  key: string;
  /** By which events and hooks know it. */
  id: string;
}

/** Of writes. */
export interface Kind {
  name: string;
  /** How many write at the same time. */
  writers: number;
  /** Each write replaces the one before. */
  isLastOnly?: boolean;
  /** Published for each. */
  event?: string;
  /** Event of one that could not be finished and was undone. */
  undone?: string;
  /** The id of what a hook tells of; undefined where that is something else. */
  told?: (hook: { event: string; body: HookBody }) => unknown;
  /** The key of what was acknowledged; undefined where it was not. */
  write: (writer: number) => Promise<string | undefined>;
  stored: () => Promise<Stored[]>;
}

export interface Project {
  id: number;
  default_branch: string;
  path_with_namespace: string;
}

/** Where is written. */
interface Place {
  ask: Ask;
  /** A write; undefined where it was refused. */
  send: <Body>(method: string, path: string, body?: object) => Promise<Body | undefined>;
  /** Notes a refusal. */
  refused: () => void;
  project: Project;
  /** For a clone. */
  folder: string;
  /** Address of the repository, with credentials. */
  remote: string;
  dataDir: string;
}

/** @returns a name that nothing else has */
const unique = (): string => `f${randomBytes(8).toString('hex')}`;

export async function kindsOf(place: Place): Promise<Kind[]> {
  return [
    issueWrites(place),
    await noteWrites(place),
    await commitWrites(place),
    mergeWrites(place),
    await pushWrites(place),
    projectWrites(place),
    userWrites(place),
    settingWrites(place),
  ];
}

function issueWrites({ ask, send, project: { id } }: Place): Kind {
  const path = `/projects/${id}/issues`;
  return {
    ...{ name: 'issues', writers: 2, event: 'collaboration.issue.created' },
    told: ({ event, body }) => (event === 'Issue Hook' ? body.object_attributes.id : undefined),
    async write() {
      const issue = await send<{ title: string }>('POST', path, { title: unique() });
      return issue?.title;
    },
    stored: async () =>
      (await readAll<{ id: number; title: string }>(ask, `${path}?scope=all`)).map(({ id, title: key }) => ({
        key,
        id: String(id),
      })),
  };
}

async function noteWrites({ ask, send, project: { id } }: Place): Promise<Kind> {
  const issue = await send<{ iid: number }>('POST', `/projects/${id}/issues`, { title: 'Talked about' });
  const path = `/projects/${id}/issues/${issue?.iid}/notes`;
  return {
    ...{ name: 'notes', writers: 1, event: 'collaboration.note.created' },
    told: ({ event, body }) => (event === 'Note Hook' ? body.object_attributes.id : undefined),
    async write() {
      const note = await send<{ body: string }>('POST', path, { body: unique() });
      return note?.body;
    },
    stored: async () =>
      (await readAll<{ id: number; body: string }>(ask, path)).map(({ id, body: key }) => ({ key, id: String(id) })),
  };
}

async function commitWrites({ send, project: { id, default_branch }, dataDir }: Place): Promise<Kind> {
  const writers = 2;
  const branches = Array.from({ length: writers }, (_, index) => `committed-${index}`);
  for (const branch of branches) {
    await send('POST', `/projects/${id}/repository/branches`, { branch, ref: default_branch });
  }
  return {
    ...{ name: 'commits', writers },
    told: ({ event, body }) => (event === 'Push Hook' && isOf(branches, body) ? body.after : undefined),
    async write(writer) {
      const path = `/projects/${id}/repository/commits`;
      const commit = await send<{ id: string }>('POST', path, newCommit(String(branches[writer])));
      return commit?.id;
    },
    async stored() {
      const list = await gitIn(dataDir, id, 'rev-list', ...branches, `^${default_branch}`);
      return list.split('\n').map((key) => ({ key, id: key }));
    },
  };
}

/** Whether a hook tells of a commit on branches. */
function isOf(branches: string[], { ref, before }: HookBody) {
  return branches.includes(ref.replace('refs/heads/', '')) && !/^0+$/.test(before);
}

function newCommit(branch: string, more?: object) {
  const name = unique();
  const actions = [{ action: 'create', file_path: name, content: name }];
  return { branch, commit_message: name, actions, ...more };
}

/**
 * A branch with a commit, a request for it, and its merge: over repository, collaboration and
 * approvals.
 */
function mergeWrites({ ask, send, project: { id, default_branch } }: Place): Kind {
  const path = `/projects/${id}/merge_requests`;
  return {
    ...{ name: 'merges', writers: 1, event: 'collaboration.merge_request.merged' },
    told: ({ event, body }) =>
      event === 'Merge Request Hook' && body.object_attributes.action === 'merge'
        ? body.object_attributes.id
        : undefined,
    async write() {
      const branch = unique();
      const start = { start_branch: default_branch };
      if (!(await send('POST', `/projects/${id}/repository/commits`, newCommit(branch, start)))) return undefined;
      const branches = { source_branch: branch, target_branch: default_branch };
      const request = await send<{ iid: number }>('POST', path, { title: branch, ...branches });
      const merged = request && (await send<{ title: string }>('PUT', `${path}/${request.iid}/merge`));
      return merged?.title;
    },
    async stored() {
      const merged = await readAll<{ id: number; title: string }>(ask, `${path}?state=merged`);
      return merged.map(({ id, title: key }) => ({ key, id: String(id) }));
    },
  };
}

/** The same push again until it is acknowledged: then nothing else may be on the branch. */
async function pushWrites({ project: { id }, refused, folder, remote, dataDir }: Place): Promise<Kind> {
  const clone = join(folder, 'clone');
  const git = async (...args: string[]) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' };
    const options = ['-c', 'user.name=Faults', '-c', 'user.email=faults@example.com'];
    return (await run('git', [...options, ...args], { cwd: clone, env, timeout: PUSH_TIMEOUT_MS })).stdout.trim();
  };
  mkdirSync(clone);
  await git('clone', '-q', remote, '.');
  await git('checkout', '-q', '-b', 'pushed');
  let isAcknowledged = true;
  return {
    ...{ name: 'pushes', writers: 1, isLastOnly: true },
    async write() {
      if (isAcknowledged) {
        writeFileSync(join(clone, 'pushed'), unique());
        await git('add', '.');
        await git('commit', '-q', '-m', 'Pushed');
      }
      isAcknowledged = await git('push', '-q', 'origin', 'pushed').then(
        () => true,
        () => false,
      );
      if (isAcknowledged) return git('rev-parse', 'HEAD');
      refused();
      return undefined;
    },
    async stored() {
      const tip = await gitIn(dataDir, id, 'rev-parse', 'refs/heads/pushed');
      return [{ key: tip, id: tip }];
    },
  };
}

function projectWrites({ ask, send }: Place): Kind {
  return {
    ...{ name: 'projects', writers: 1, event: 'projects.project.created', undone: 'projects.project.deleted' },
    async write() {
      await sleep(BREATH_MS);
      const project = await send<{ name: string }>('POST', '/projects', {
        name: unique(),
        initialize_with_readme: true,
      });
      return project?.name;
    },
    async stored() {
      const projects = await readAll<{ id: number; name: string }>(ask, '/projects?owned=true');
      return projects.map(({ id, name: key }) => ({ key, id: String(id) }));
    },
  };
}

function userWrites({ ask, send }: Place): Kind {
  return {
    ...{ name: 'users', writers: 1, event: 'identity.user.created' },
    async write() {
      await sleep(BREATH_MS);
      const username = unique();
      const words = {
        username,
        name: username,
        email: `${username}@example.com`,
        password: randomBytes(12).toString('hex'),
      };
      const user = await send<{ username: string }>('POST', '/users', { ...words, skip_confirmation: true });
      return user?.username;
    },
    stored: async () =>
      (await readAll<{ id: number; username: string }>(ask, '/users')).map(({ id, username: key }) => ({
        key,
        id: String(id),
      })),
  };
}

interface SignUpText {
  after_sign_up_text: string;
}

function settingWrites({ ask, send }: Place): Kind {
  const path = '/application/settings';
  let wanted = unique();
  return {
    ...{ name: 'settings', writers: 1, isLastOnly: true },
    async write() {
      await sleep(BREATH_MS);
      const settings = await send<SignUpText>('PUT', path, { after_sign_up_text: wanted });
      if (settings) wanted = unique();
      return settings?.after_sign_up_text;
    },
    async stored() {
      const { after_sign_up_text: key } = (await read<SignUpText>(ask, path)).body;
      return [{ key, id: key }];
    },
  };
}

/**
 * Asks the stored repository of a project.
 * @param id of the project
 */
export async function gitIn(dataDir: string, id: number | string, ...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: folderOf(dataDir, id), maxBuffer: 2 ** 28 })).stdout.trim();
}

/**
 * Where the repository of a project is, once it is.
 * @param id of the project
 */
export function folderOf(dataDir: string, id: number | string): string {
  const name = createHash('sha256').update(String(id)).digest('hex');
  const below = join('repository/repositories/default/@hashed', name.slice(0, 2), name.slice(2, 4), `${name}.git`);
  return join(dataDir, below);
}
