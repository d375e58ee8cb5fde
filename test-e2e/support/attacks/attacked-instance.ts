/** An instance with what the attacks use, and with another user, whom they should not affect. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { api, mesh as sharedMesh, unique, type ApiClient } from '@forgemesh/testing';
import { freePorts, startMesh, startNats } from '../../../tools/test/mesh.cjs';
import { create, createProject, type Project } from '../fixtures';
import { cloneUrl, git, temporaryFolder } from '../git';
import { createKey } from '../ssh';
import type { AttackTarget } from './kinds';

const LARGE_FILE = 'large.bin';
const LARGE_FILE_BYTES = 12 * 1024 * 1024;
/** More than one, because some limits are those of a repository. */
const PROJECTS = 4;

/** An instance of its own, for attackers and one other user. */
export interface AttackScene {
  /** They differ by their projects. */
  targets: AttackTarget[];
  other: {
    token: string;
    project: Project;
    /** Of the repository, with the credentials. */
    url: string;
    /** A folder with a clone. */
    clone: string;
  };
  stop(): Promise<void>;
}

interface Account {
  username: string;
  token: string;
  api: ApiClient;
}

/** Starts an instance with default limits, in one process or one for each service. */
export async function startAttackScene(processes: 'single' | 'separate'): Promise<AttackScene> {
  const dataDir = temporaryFolder('attacked');
  const nats = await startNats({ dataDir });
  const [sshPort] = await freePorts(1);
  const mesh = await startMesh({
    dataDir,
    storageUri: sharedMesh().mongodbUri,
    natsUrl: nats.url,
    databasePrefix: unique('attacked').replace('-', '_'),
    processes,
    env: { FORGE_SSH_PORT: String(sshPort) },
  });
  const root = api(mesh.rootToken, mesh.url);
  const [attacker, other] = await Promise.all([createAccount(root, mesh.url), createAccount(root, mesh.url)]);
  const key = await createKey(dataDir);
  await create(attacker.api, '/user/keys', { title: 'key', key: key.text });
  const projects = await Promise.all(Array.from({ length: PROJECTS }, () => createAttackedProject(attacker.api)));
  const own = await createProject(other.api);
  const url = cloneUrl(mesh.url, own.path_with_namespace, other.token);
  const clone = temporaryFolder('clone');
  await git(clone, 'clone', '-q', url, '.');
  return {
    targets: projects.map((project) => ({
      url: mesh.url,
      localAddress: '127.0.0.2',
      project,
      file: LARGE_FILE,
      user: {
        username: attacker.username,
        token: attacker.token,
        privateKey: readFileSync(key.file, 'utf8'),
      },
      ssh: {
        host: '127.0.0.1',
        port: sshPort as number,
      },
    })),
    other: {
      token: other.token,
      project: own,
      url,
      clone,
    },
    async stop() {
      await mesh.stop();
      await nats.stop();
    },
  };
}

async function createAccount(root: ApiClient, url: string): Promise<Account> {
  const username = unique('user');
  const { id } = await create(root, '/users', {
    username,
    name: 'Ada',
    email: `${username}@example.com`,
    password: 'a-long-password-1',
    skip_confirmation: true,
  });
  const issued = await create(root, `/users/${id}/impersonation_tokens`, { name: 'test', scopes: ['api'] });
  const token = String(issued['token']);
  return { username, token, api: api(token, url) };
}

async function createAttackedProject(as: ApiClient): Promise<AttackTarget['project']> {
  const project = await createProject(as, { visibility: 'public' });
  const commit = await create(as, `/projects/${project.id}/repository/commits`, {
    branch: project.default_branch,
    commit_message: 'Add a large file',
    actions: [
      {
        action: 'create',
        file_path: LARGE_FILE,
        encoding: 'base64',
        content: randomBytes(LARGE_FILE_BYTES).toString('base64'),
      },
    ],
  });
  return {
    id: project.id,
    path: project.path_with_namespace,
    branch: project.default_branch,
    tip: String(commit.id),
  };
}
