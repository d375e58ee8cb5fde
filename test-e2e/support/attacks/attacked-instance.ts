/** An instance with what the attacks use, and with another user, whom they should not affect. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  api,
  mesh as sharedMesh,
  unique,
  create,
  createProjectWithReadme,
  createUser,
  type ApiClient,
  type TestProject,
} from '@forgemesh/testing';
import { freePorts, startMesh, startNats } from '../../../scripts/test/mesh.cjs';
import { cloneUrl, git, temporaryFolder } from '../git';
import { createKey } from '../ssh';
import type { AttackTarget } from './hostile-client';

const LARGE_FILE = 'large.bin';
const LARGE_FILE_BYTES = 12 * 1024 * 1024;
const PROXY = '192.0.2.1/32';
/** More than one, because some limits are those of a repository. */
const PROJECTS = 4;

/** What attackers attack, and a user who works meanwhile. */
export interface AttackScene {
  /** They differ by their projects. */
  targets: AttackTarget[];
  other: {
    token: string;
    project: TestProject;
    /** Of the repository, with the credentials. */
    url: string;
    /** A folder with a clone. */
    clone: string;
  };
}

/** An instance of its own with default limits. */
export interface AttackedInstance {
  url: string;
  rootToken: string | undefined;
  root: ApiClient;
  sshPort: number;
  stop(): Promise<void>;
}

/**
 * Starts an instance in one process, or with one for each service; `env` are further variables of
 * all processes.
 */
export async function startAttackedInstance(
  processes: 'single' | 'separate',
  env: Record<string, string> = {},
): Promise<AttackedInstance> {
  const dataDir = temporaryFolder('attacked');
  const nats = await startNats({ dataDir });
  const [sshPort] = (await freePorts(1)) as [number];
  const mesh = await startMesh({
    dataDir,
    storageUri: sharedMesh().mongodbUri,
    natsUrl: nats.url,
    databasePrefix: unique('attacked').replace('-', '_'),
    processes,
    env: {
      FORGE_SSH_PORT: String(sshPort),
      // The proxies are known, so that the attackers have the limits of clients in the internet.
      FORGE_TRUSTED_PROXIES: PROXY,
      FORGE_SSH_PROXY_PROTOCOL: 'true',
      ...env,
    },
  });
  return {
    url: mesh.url,
    rootToken: mesh.rootToken,
    root: api(mesh.rootToken, mesh.url),
    sshPort,
    async stop() {
      await mesh.stop();
      await nats.stop();
    },
  };
}

/** Creates the users and projects of the attacks. */
export async function createAttackScene(instance: AttackedInstance): Promise<AttackScene> {
  const { url, sshPort } = instance;
  const [attacker, other] = await Promise.all([createUser({}, ['api'], instance), createUser({}, ['api'], instance)]);
  const key = await createKey(temporaryFolder('keys'));
  await create(attacker.api, '/user/keys', { title: 'key', key: key.text });
  const targets: AttackTarget[] = [];
  // One after the other, because a user may not send many large bodies at the same time.
  for (let count = 0; count < PROJECTS; count++) {
    targets.push({
      url,
      localAddress: '127.0.0.2',
      project: await createAttackedProject(attacker.api),
      file: LARGE_FILE,
      user: {
        username: attacker.username,
        token: attacker.token,
        privateKey: readFileSync(key.file, 'utf8'),
      },
      ssh: {
        host: '127.0.0.1',
        port: sshPort,
      },
    });
  }
  const project = await createProjectWithReadme(other.api);
  const cloneAddress = cloneUrl(url, project.path_with_namespace, other.token);
  const clone = temporaryFolder('clone');
  await git(clone, 'clone', '-q', cloneAddress, '.');
  return {
    targets,
    other: {
      token: other.token,
      project,
      url: cloneAddress,
      clone,
    },
  };
}

async function createAttackedProject(as: ApiClient): Promise<AttackTarget['project']> {
  const project = await createProjectWithReadme(as, { visibility: 'public' });
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
