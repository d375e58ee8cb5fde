// The kinds of writes that are sent during faults, over all services, and how to read what is
// stored afterwards.

import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gitClient } from '../lib/git-client.ts';
import { readWhenRecovered, readAll, type ApiClient } from './client.ts';
import type { HookBody } from './receiver.ts';

const PUSH_TIMEOUT_MS = 30_000;
/** Pause between expensive writes, to leave capacity for the others (ms). */
const PAUSE_MS = 300;

/** A stored object. */
export interface Stored {
  /** Key recorded when the write was acknowledged. */
  key: string;
  /** Id used in events and hooks. */
  id: string;
}

/** A kind of writes. */
export interface WriteKind {
  name: string;
  /** Number of concurrent writers. */
  writers: number;
  /** Whether each write replaces the previous one. */
  isLastOnly?: boolean;
  /** Event published for each write. */
  event?: string;
  /** Event published when an unfinished write is undone. */
  undoEvent?: string;
  /** Id of the object in a hook body; undefined if the hook is about something else. */
  idInHook?: (hook: { event: string; body: HookBody }) => unknown;
  /** Writes once; resolves to its key, or undefined if it was not acknowledged. */
  write: (writer: number) => Promise<string | undefined>;
  stored: () => Promise<Stored[]>;
}

export interface Project {
  id: number;
  default_branch: string;
  path_with_namespace: string;
}

/** Dependencies of the writers. */
interface WriteContext {
  api: ApiClient;
  /** Sends a write; resolves to undefined if it was refused. */
  send: <Body>(method: string, path: string, body?: object) => Promise<Body | undefined>;
  /** Counts a refusal. */
  countRefusal: () => void;
  project: Project;
  /** Folder for a clone. */
  folder: string;
  /** Address of the repository, with credentials. */
  remote: string;
  dataDir: string;
}

/** @returns a unique name */
const unique = (): string => `f${randomBytes(8).toString('hex')}`;

export async function createWriteKinds(context: WriteContext): Promise<WriteKind[]> {
  return [
    issueWrites(context),
    await noteWrites(context),
    await commitWrites(context),
    mergeWrites(context),
    await pushWrites(context),
    projectWrites(context),
    userWrites(context),
    settingWrites(context),
  ];
}

function issueWrites({ api, send, project: { id } }: WriteContext): WriteKind {
  const path = `/projects/${id}/issues`;
  return {
    name: 'issues',
    writers: 2,
    event: 'collaboration.issue.created',
    idInHook: ({ event, body }) => (event === 'Issue Hook' ? body.object_attributes.id : undefined),
    async write() {
      const issue = await send<{ title: string }>('POST', path, { title: unique() });
      return issue?.title;
    },
    stored: async () =>
      (await readAll<{ id: number; title: string }>(api, `${path}?scope=all`)).map(({ id, title: key }) => ({
        key,
        id: String(id),
      })),
  };
}

async function noteWrites({ api, send, project: { id } }: WriteContext): Promise<WriteKind> {
  const issue = await send<{ iid: number }>('POST', `/projects/${id}/issues`, { title: 'Discussed' });
  const path = `/projects/${id}/issues/${issue?.iid}/notes`;
  return {
    name: 'notes',
    writers: 1,
    event: 'collaboration.note.created',
    idInHook: ({ event, body }) => (event === 'Note Hook' ? body.object_attributes.id : undefined),
    async write() {
      const note = await send<{ body: string }>('POST', path, { body: unique() });
      return note?.body;
    },
    stored: async () =>
      (await readAll<{ id: number; body: string }>(api, path)).map(({ id, body: key }) => ({ key, id: String(id) })),
  };
}

async function commitWrites({ send, project: { id, default_branch }, dataDir }: WriteContext): Promise<WriteKind> {
  const writers = 2;
  const branches = Array.from({ length: writers }, (_, index) => `committed-${index}`);
  for (const branch of branches) {
    await send('POST', `/projects/${id}/repository/branches`, { branch, ref: default_branch });
  }
  return {
    name: 'commits',
    writers,
    idInHook: ({ event, body }) => (event === 'Push Hook' && isPushTo(branches, body) ? body.after : undefined),
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

/** Whether a push hook is about a commit on one of the branches. */
function isPushTo(branches: string[], { ref, before }: HookBody) {
  return branches.includes(ref.replace('refs/heads/', '')) && !/^0+$/.test(before);
}

function newCommit(branch: string, more?: object) {
  const name = unique();
  const actions = [{ action: 'create', file_path: name, content: name }];
  return { branch, commit_message: name, actions, ...more };
}

/**
 * Creates a branch with a commit and a merge request and merges it: involves repository,
 * collaboration and approvals.
 */
function mergeWrites({ api, send, project: { id, default_branch } }: WriteContext): WriteKind {
  const path = `/projects/${id}/merge_requests`;
  return {
    name: 'merges',
    writers: 1,
    event: 'collaboration.merge_request.merged',
    idInHook: ({ event, body }) =>
      event === 'Merge Request Hook' && body.object_attributes.action === 'merge'
        ? body.object_attributes.id
        : undefined,
    async write() {
      const branch = unique();
      const start = { start_branch: default_branch };
      if (!(await send('POST', `/projects/${id}/repository/commits`, newCommit(branch, start)))) return undefined;
      const branches = { source_branch: branch, target_branch: default_branch };
      const request = await send<{ iid: number }>('POST', path, { title: branch, ...branches });
      const merged = request && (await send<{ title: string; state: string }>('PUT', `${path}/${request.iid}/merge`));
      // An open one has a `merge_error`.
      return merged?.state === 'merged' ? merged.title : undefined;
    },
    async stored() {
      const merged = await readAll<{ id: number; title: string }>(api, `${path}?state=merged`);
      return merged.map(({ id, title: key }) => ({ key, id: String(id) }));
    },
  };
}

/** Repeats a push until it is acknowledged; then the branch must point to it. */
async function pushWrites({
  project: { id },
  countRefusal,
  folder,
  remote,
  dataDir,
}: WriteContext): Promise<WriteKind> {
  const clone = join(folder, 'clone');
  mkdirSync(clone);
  const config = ['user.name=Faults', 'user.email=faults@example.com'];
  const git = gitClient(clone, { config, timeoutMs: PUSH_TIMEOUT_MS });
  await git.clone(remote, '.').checkoutLocalBranch('pushed');
  let isAcknowledged = true;
  return {
    name: 'pushes',
    writers: 1,
    isLastOnly: true,
    async write() {
      if (isAcknowledged) {
        writeFileSync(join(clone, 'pushed'), unique());
        await git.add('.').commit('Pushed');
      }
      isAcknowledged = await git.push('origin', 'pushed').then(
        () => true,
        () => false,
      );
      if (isAcknowledged) return git.revparse('HEAD');
      countRefusal();
      return undefined;
    },
    async stored() {
      const tip = await gitIn(dataDir, id, 'rev-parse', 'refs/heads/pushed');
      return [{ key: tip, id: tip }];
    },
  };
}

function projectWrites({ api, send }: WriteContext): WriteKind {
  return {
    name: 'projects',
    writers: 1,
    event: 'projects.project.created',
    undoEvent: 'projects.project.deleted',
    async write() {
      await sleep(PAUSE_MS);
      const project = await send<{ name: string }>('POST', '/projects', {
        name: unique(),
        initialize_with_readme: true,
      });
      return project?.name;
    },
    async stored() {
      const projects = await readAll<{ id: number; name: string }>(api, '/projects?owned=true');
      return projects.map(({ id, name: key }) => ({ key, id: String(id) }));
    },
  };
}

function userWrites({ api, send }: WriteContext): WriteKind {
  return {
    name: 'users',
    writers: 1,
    event: 'identity.user.created',
    async write() {
      await sleep(PAUSE_MS);
      const username = unique();
      const fields = {
        username,
        name: username,
        email: `${username}@example.com`,
        password: randomBytes(12).toString('hex'),
      };
      const user = await send<{ username: string }>('POST', '/users', { ...fields, skip_confirmation: true });
      return user?.username;
    },
    stored: async () =>
      (await readAll<{ id: number; username: string }>(api, '/users')).map(({ id, username: key }) => ({
        key,
        id: String(id),
      })),
  };
}

interface SignUpText {
  after_sign_up_text: string;
}

function settingWrites({ api, send }: WriteContext): WriteKind {
  const path = '/application/settings';
  let nextText = unique();
  return {
    name: 'settings',
    writers: 1,
    isLastOnly: true,
    async write() {
      await sleep(PAUSE_MS);
      const settings = await send<SignUpText>('PUT', path, { after_sign_up_text: nextText });
      if (settings) nextText = unique();
      return settings?.after_sign_up_text;
    },
    async stored() {
      const { after_sign_up_text: key } = (await readWhenRecovered<SignUpText>(api, path)).body;
      return [{ key, id: key }];
    },
  };
}

/**
 * Runs git in the stored repository of a project.
 * @param id of the project
 */
export async function gitIn(dataDir: string, id: number | string, ...args: string[]): Promise<string> {
  return (await gitClient(repositoryFolder(dataDir, id)).raw(args)).trim();
}

/**
 * Path of a project's repository, which may not exist yet.
 * @param id of the project
 * @param member name of the process whose folder it is
 */
export function repositoryFolder(dataDir: string, id: number | string, member = 'repository'): string {
  const name = createHash('sha256').update(String(id)).digest('hex');
  const below = join(member, 'repositories/default/@hashed', name.slice(0, 2), name.slice(2, 4), `${name}.git`);
  return join(dataDir, below);
}
