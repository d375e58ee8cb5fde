/**
 * For tests only: the transport in this process, with plain functions as callbacks, and a client.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gitEnvironment, type GitConfig } from '../storage/git-environment';
import type { Caller } from '@forgemesh/admission';
import { runAsync } from '@forgemesh/testing/shell';
import type { GitContext } from '../worker/context';
import { localGit } from '../testing/local-context';
import { writeOperations } from '../write/write-operations';
import type { RefUpdate } from '../write/refs/ref-transactions';
import { createGitTransport, createTransportServer } from './git-transport';
import type { PackCacheCounts } from './pack-cache/pack-cache';
import type { UpdateResult } from './protocol/proc-receive';
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
    async procReceive({ repo: folder, updates, isAtomic }) {
      const results: UpdateResult[] = [];
      if (isAtomic) {
        const refusal = await moveRefs(local.context, folder, updates);
        return updates.map(({ ref }) => ({ ref, refusal }));
      }
      for (const update of updates)
        results.push({ ref: update.ref, refusal: await moveRefs(local.context, folder, [update]) });
      return results;
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

/** Moves refs as the service does; returns why they cannot move, else null. */
async function moveRefs(context: GitContext, repo: string, updates: RefUpdate[]): Promise<string | null> {
  try {
    await writeOperations.updateRefs(context, { repo, updates });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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
export async function runClient(
  cwd: string,
  args: readonly string[],
  config: GitConfig = [],
  variables: Record<string, string> = {},
): Promise<ClientResult> {
  const env = { ...clientEnvironment(config), ...variables };
  const { code, stdout, stderr } = await runAsync({ program: 'git', args, cwd, env });
  return { code, output: `${stdout.toString()}${stderr.toString()}` };
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
  await client(server.folder, ['init', '-q', '--template=', work]);
  await client(work, ['remote', 'add', 'origin', `${server.url}/${repository}`]);
  await addCommit(work, 'first');
  return work;
}

export async function addCommit(work: string, message: string): Promise<string> {
  await client(work, ['commit', '-q', '--allow-empty', '-m', message]);
  return client(work, ['rev-parse', 'HEAD']);
}

/** The repository `a.git` and a working copy that tests start with: built once and then copied. */
export class StartRepository {
  private folder: string | undefined;

  /** @param build adds to the working copy and pushes */
  constructor(private readonly build: (work: string, server: TestServer) => Promise<void>) {
    afterAll(() => {
      if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
    });
  }

  /** Copies both to a server, and returns the working copy. */
  async copyTo(server: TestServer): Promise<string> {
    this.folder ??= await this.create();
    const work = path.join(server.folder, 'work');
    const options = { recursive: true, preserveTimestamps: true };
    cpSync(path.join(this.folder, 'a.git'), server.repo('a.git'), options);
    cpSync(path.join(this.folder, 'work'), work, options);
    const config = path.join(work, '.git', 'config');
    writeFileSync(config, readFileSync(config, 'utf8').replace(/url = .*\//, `url = ${server.url}/`));
    return work;
  }

  private async create(): Promise<string> {
    const server = await startTestServer();
    const work = await createWork(server, 'work');
    await this.build(work, server);
    const folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-start-'));
    const options = { recursive: true, preserveTimestamps: true };
    cpSync(server.repo('a.git'), path.join(folder, 'a.git'), options);
    cpSync(work, path.join(folder, 'work'), options);
    await server.close();
    return folder;
  }
}

/** Before the timeout of a test, which would not tell what it waited for. */
const UNTIL_TIMEOUT_MS = 45_000;

/** Waits for a condition that another process or connection makes true. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + UNTIL_TIMEOUT_MS;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`still waiting for: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** All files below the object folder of a repository. */
export async function objectFiles(repo: string): Promise<string[]> {
  const entries = await readdir(path.join(repo, 'objects'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
