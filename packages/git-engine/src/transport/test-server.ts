/**
 * For tests and measurements only: the transport in this process, with plain functions as
 * callbacks, and a client.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gitEnvironment, type GitConfig } from '../storage/git-environment';
import type { Caller } from '@forgemesh/admission';
import type { GitContext } from '../worker/context';
import { localGit } from '../testing/local-context';
import { createGitTransport, createTransportServer } from './git-transport';
import type { PackCacheCounts } from './pack-cache/pack-cache';
import type {
  CloneBundleCounts,
  PostReceiveRequest,
  PreReceiveRequest,
  PreReceiveResult,
  TransportLoad,
  TransportOptions,
} from './transport.types';

/** A caller with a token. */
export const testCaller: Caller = { key: 'user 7', isAnonymous: false };

export interface TestServer {
  folder: string;
  url: string;
  /** The folder behind `<url>/<name>`. */
  repo(name: string): string;
  pushes: PreReceiveRequest[];
  outcomes: PostReceiveRequest[];
  errors: unknown[];
  /** Replaceable result of the pre-receive check. */
  preReceiveResult: (request: PreReceiveRequest) => Promise<PreReceiveResult>;
  afterwards: (request: PostReceiveRequest) => Promise<void>;
  /** Lines that a push shows. */
  text: string;
  packCacheCounts(): PackCacheCounts;
  cloneBundleCounts(): CloneBundleCounts;
  load(): TransportLoad;
  /** The worker's state of the repositories. */
  context: GitContext;
  close(): Promise<void>;
}

export async function startTestServer(options: Partial<TransportOptions> = {}): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'forgemesh-transport-'));
  const local = localGit();
  const repo = (name: string): string => path.join(folder, 'repositories', name);
  const server: TestServer = {
    folder,
    url: '',
    repo,
    pushes: [],
    outcomes: [],
    errors: [],
    preReceiveResult: async () => ({ accepted: true }),
    afterwards: async () => undefined,
    text: '',
    packCacheCounts: () => transport.packCacheCounts(),
    cloneBundleCounts: () => transport.cloneBundleCounts(),
    load: () => transport.load(),
    context: local.context,
    close: async () => undefined,
  };
  const transport = await createGitTransport({
    openRepository: (name) => local.context.repository(name),
    scratchFolder: path.join(folder, 'scratch'),
    authorize: async ({ path: name, headers }) => ({
      repo: repo(name.slice(1)),
      caller: callerOf(headers),
      actor: { id: 7 },
      defaultBranch: 'main',
    }),
    async preReceive(request) {
      server.pushes.push(request);
      return server.preReceiveResult(request);
    },
    async postReceive(request) {
      await server.afterwards(request);
      server.outcomes.push(request);
      return server.text;
    },
    onError: (error) => server.errors.push(error),
    ...options,
  });
  const http = createTransportServer(transport);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  server.close = async () => {
    http.closeAllConnections();
    await transport.close();
    local.close();
    await new Promise((resolve) => http.close(resolve));
    await rm(folder, { recursive: true, force: true });
  };
  return server;
}

/** Tests name callers in a header: `x-user`, or `x-address` for those without a token. */
function callerOf(headers: IncomingHttpHeaders): Caller {
  const { 'x-user': user, 'x-address': address } = headers;
  if (address !== undefined) return { key: `address ${String(address)}`, isAnonymous: true };
  return user === undefined ? testCaller : { key: `user ${String(user)}`, isAnonymous: false };
}

export interface ClientResult {
  code: number;
  /** Output that the user of the client sees. */
  output: string;
}

/** Runs the real client; never throws. */
export function runClient(cwd: string, args: readonly string[], config: GitConfig = []): Promise<ClientResult> {
  const child = spawn('git', args, { cwd, env: clientEnvironment(config), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, output })));
}

/** Runs the real client and returns its trimmed output; throws when it fails. */
export async function client(cwd: string, args: readonly string[], config: GitConfig = []): Promise<string> {
  const { code, output } = await runClient(cwd, args, config);
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  return output.trim();
}

/** A program like git, whose processes for fetches wait while `isBlocked` is set. */
export class BlockableGit {
  readonly program: string;

  constructor(folder: string) {
    this.program = path.join(folder, 'blockable-git');
    const script = `#!/bin/sh
case " $* " in *" upload-pack --strict --stateless-rpc --end-of-options "*)
  while [ -e "$0.blocked" ]; do sleep 0.01; done
esac
exec git "$@"
`;
    writeFileSync(this.program, script, { mode: 0o755 });
  }

  set isBlocked(value: boolean) {
    if (value) writeFileSync(`${this.program}.blocked`, '');
    else rmSync(`${this.program}.blocked`, { force: true });
  }
}

/** The running fetch and push processes that this process has started. */
export function gitProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).filter((pid) => {
    try {
      return /(upload|receive)-pack/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      // The process has ended.
      return false;
    }
  });
}

export function clientEnvironment(config: GitConfig = []): Record<string, string> {
  const variables = { GIT_AUTHOR_DATE: '1600000000 +0000', GIT_COMMITTER_DATE: '1600000000 +0000' };
  const own: GitConfig = [
    ['protocol.allow', 'always'],
    ['init.defaultBranch', 'main'],
    ['core.fsync', 'none'],
    ['commit.gpgSign', 'false'],
  ];
  return gitEnvironment({ config: [...own, ...config], variables });
}

/** A working copy with one commit on `main` and the server as `origin`. */
export async function createWork(server: TestServer, name: string, repository = 'a.git'): Promise<string> {
  const work = path.join(server.folder, name);
  await client(server.folder, ['init', '-q', work]);
  await client(work, ['remote', 'add', 'origin', `${server.url}/${repository}`]);
  await addCommit(work, 'first');
  return work;
}

export async function addCommit(work: string, message: string): Promise<string> {
  await client(work, ['commit', '-q', '--allow-empty', '-m', message]);
  return client(work, ['rev-parse', 'HEAD']);
}

/** All files below the object folder of a repository. */
export async function objectFiles(repo: string): Promise<string[]> {
  const entries = await readdir(path.join(repo, 'objects'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
