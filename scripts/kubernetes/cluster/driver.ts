// Client of the gateway's Service that runs in a pod of the cluster:
//   node driver.mts scenario|load [GATEWAY]|verify|served ADDRESS...|storage NEW OTHER
// Acknowledged writes are recorded in /tmp, so that a later `verify` can check them.

import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const { TOKEN = '' } = process.env;
/** URL of the gateway. */
let gateway = process.env.GATEWAY ?? '';
const acknowledged = '/tmp/acknowledged';
const projectFile = '/tmp/project.json';
const stopFile = '/tmp/stop';
const runs = promisify(execFile);
const READERS = 4;

const git = async (...args: string[]) => (await runs('git', args, { timeout: 120_000 })).stdout.trim();

interface Project {
  id: number;
  path_with_namespace: string;
  repository_storage: string;
}

/** An issue or merge request. */
interface Item {
  iid: number;
  title: string;
  state: string;
}

/** Results of the requests of a load. */
export interface Figures {
  requests: number;
  git: number;
  failures: number;
  slowest_ms: number;
  slowest: string;
  /** The longest time without a successful request: how long the instance was unavailable. */
  longest_gap_ms: number;
  /**
   * For each kind of request, the longest time that a client needed for one, from the first attempt
   * to the success.
   */
  waits_ms: Record<string, number>;
  examples: string[];
  seconds: number;
}

async function api<Body>(method: string, path: string, body?: object): Promise<Body> {
  const headers = { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(60_000);
  const response = await fetch(`${gateway}/api/v4${path}`, {
    method,
    headers,
    signal,
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`);
  return (text ? JSON.parse(text) : undefined) as Body;
}

function remoteOf(path: string) {
  return Object.assign(new URL(`${gateway}/${path}.git`), { username: 'root', password: TOKEN }).href;
}

/** @returns id of the commit */
async function commit(folder: string, message: string): Promise<string> {
  writeFileSync(`${folder}/file.txt`, `${message}\n`);
  await git('-C', folder, 'add', '.');
  await git('-C', folder, '-c', 'user.name=Test', '-c', 'user.email=test@localhost', 'commit', '-q', '-m', message);
  return git('-C', folder, 'rev-parse', 'HEAD');
}

/** Creates a project and takes it to a merge; the load then uses it. */
async function scenario() {
  const { id, path_with_namespace: path } = await api<Project>('POST', '/projects', { name: `cluster-${Date.now()}` });
  const remote = remoteOf(path);
  const folder = mkdtempSync('/tmp/scenario-');
  await git('init', '-q', '-b', 'main', folder);
  const first = await commit(folder, 'Begin');
  await git('-C', folder, 'push', '-q', remote, 'main');
  await git('-C', folder, 'checkout', '-q', '-b', 'change');
  const change = await commit(folder, 'Change');
  await git('-C', folder, 'push', '-q', remote, 'change');
  const commits = await api<{ id: string }[]>('GET', `/projects/${id}/repository/commits?ref_name=main`);
  check(commits[0]?.id === first, 'the first commit is listed');
  const issue = await api<Item>('POST', `/projects/${id}/issues`, { title: 'Close me' });
  const request = await api<Item>('POST', `/projects/${id}/merge_requests`, {
    source_branch: 'change',
    target_branch: 'main',
    title: 'Change',
    description: `Closes #${issue.iid}`,
  });
  const merged = await retry(() =>
    api<Item & { merge_commit_sha: string }>('PUT', `/projects/${id}/merge_requests/${request.iid}/merge`),
  );
  check(merged.state === 'merged', 'the request is merged');
  await git('clone', '-q', remote, `${folder}/clone`);
  check((await git('-C', `${folder}/clone`, 'log', '--format=%H')).includes(change), 'a clone has the change');
  await retry(async () =>
    check((await api<Item>('GET', `/projects/${id}/issues/${issue.iid}`)).state === 'closed', 'closed'),
  );
  rmSync(folder, { recursive: true });
  writeFileSync(projectFile, JSON.stringify({ id, path }));
  return { project: path, merged: merged.merge_commit_sha };
}

/**
 * Reads, writes, pushes and clones until the file `stop` exists.
 * @param address URL of the gateway to use; empty: that of the environment
 */
async function load(address: string): Promise<Figures> {
  if (address) gateway = address;
  const { id, path } = JSON.parse(readFileSync(projectFile, 'utf8')) as { id: number; path: string };
  const figures = {
    requests: 0,
    git: 0,
    failures: 0,
    slowest_ms: 0,
    slowest: '',
    longest_gap_ms: 0,
    waits_ms: {} as Record<string, number>,
    examples: [] as string[],
  };
  let succeededAt = performance.now();
  /** Times of the first attempts that have not succeeded yet. */
  const waitingSince = new Map<string, number>();
  const count = async (client: number, kind: 'requests' | 'git', what: string, work: () => Promise<void>) => {
    const from = performance.now();
    const request = `${client} ${what}`;
    const since = waitingSince.get(request) ?? from;
    waitingSince.set(request, since);
    figures[kind]++;
    try {
      await work();
      const now = performance.now();
      figures.longest_gap_ms = Math.max(figures.longest_gap_ms, Math.round(now - succeededAt));
      succeededAt = now;
      figures.waits_ms[what] = Math.max(figures.waits_ms[what] ?? 0, Math.round(now - since));
      waitingSince.delete(request);
    } catch (error) {
      figures.failures++;
      const { message, cause } = error as Error & { cause?: Error };
      const text = `${new Date().toISOString()} ${what}: ${message} ${cause?.message ?? ''}`.replaceAll(TOKEN, '***');
      if (figures.examples.length < 10) figures.examples.push(text.slice(0, 400));
      // Delay before the next request after a failure.
      await pause(200);
    }
    const ms = Math.round(performance.now() - from);
    if (ms > figures.slowest_ms) Object.assign(figures, { slowest_ms: ms, slowest: what });
  };
  const project = `/projects/${id}`;
  const turns = [
    () => api('GET', project),
    () => api('GET', `${project}/repository/commits`),
    () => api('GET', `${project}/issues`),
    () => api('GET', `${project}/merge_requests?state=all`),
  ];
  const reader = async (number: number) => {
    for (let turn = number; !existsSync(stopFile); turn++) {
      const read = turns[turn % turns.length];
      if (read) await count(number, 'requests', `read ${turn % turns.length}`, async () => void (await read()));
      if (turn % 3 > 0) continue;
      const title = `Reader ${number} turn ${turn} ${Date.now()}`;
      await count(number, 'requests', 'create an issue', async () => {
        const { iid } = await api<Item>('POST', `${project}/issues`, { title });
        appendFileSync(acknowledged, `issue ${iid} ${title}\n`);
      });
    }
  };
  const pusher = async () => {
    const folder = mkdtempSync('/tmp/push-');
    const branch = `load-${Date.now()}`;
    const remote = remoteOf(path);
    await git('init', '-q', '-b', branch, folder);
    for (let turn = 0; !existsSync(stopFile); turn++) {
      await count(READERS, 'git', 'push', async () => {
        const head = await commit(folder, `Turn ${turn}`);
        await git('-C', folder, 'push', '-q', remote, branch);
        appendFileSync(acknowledged, `push ${head} ${branch}\n`);
      });
      await count(READERS, 'git', 'clone', async () => {
        await git('clone', '-q', '--depth', '1', remote, `${folder}-clone`);
      });
      rmSync(`${folder}-clone`, { recursive: true, force: true });
    }
    rmSync(folder, { recursive: true });
  };
  rmSync(stopFile, { force: true });
  const from = performance.now();
  await Promise.all([...Array.from({ length: READERS }, (_, number) => reader(number)), pusher()]);
  return { ...figures, seconds: Math.round((performance.now() - from) / 1000) };
}

/** Checks that all acknowledged writes still exist. */
async function verify() {
  const { id, path } = JSON.parse(readFileSync(projectFile, 'utf8')) as { id: number; path: string };
  const lines = existsSync(acknowledged) ? readFileSync(acknowledged, 'utf8').trim().split('\n').filter(Boolean) : [];
  const titles = new Map<string, string>();
  for (let page = 1, rows: Item[] = []; page === 1 || rows.length > 0; page++) {
    rows = await retry(() => api<Item[]>('GET', `/projects/${id}/issues?per_page=100&page=${page}`));
    for (const { iid, title } of rows) titles.set(String(iid), title);
  }
  const folder = mkdtempSync('/tmp/verify-');
  await retry(() => git('clone', '-q', '--mirror', remoteOf(path), folder));
  const commits = new Set((await git('-C', folder, 'rev-list', '--all')).split('\n'));
  const lost = lines.filter((line) => {
    const [kind, key = '', ...rest] = line.split(' ');
    return kind === 'issue' ? titles.get(key) !== rest.join(' ') : !commits.has(key);
  });
  rmSync(folder, { recursive: true });
  return { acknowledged: lines.length, lost };
}

/**
 * Creates a project on a new storage, pushes to it and reads it, and forks it to another storage.
 * Afterwards new projects are placed on both.
 */
async function storage(added: string, other: string) {
  /**
   * Creates a project on the storage; retried, because the services learn of the changed setting
   * with a delay.
   */
  const projectOn = async (name: string) => {
    await api('PUT', '/application/settings', { repository_storages: [name] });
    return retry(async () => {
      const created = await api<Project>('POST', '/projects', { name: `${name}-${Date.now()}`, visibility: 'public' });
      check(created.repository_storage === name, `a project is on ${name}`);
      return created;
    });
  };
  const { id, path_with_namespace: project } = await projectOn(added);
  const folder = mkdtempSync('/tmp/storage-');
  await git('init', '-q', '-b', 'main', folder);
  const tip = await commit(folder, 'Begin');
  await git('-C', folder, 'push', '-q', remoteOf(project), 'main');
  const commits = await api<{ id: string }[]>('GET', `/projects/${id}/repository/commits`);
  check(commits[0]?.id === tip, 'the commit is listed');
  await projectOn(other);
  const group = await api<{ id: number }>('POST', '/groups', {
    name: `forks-${id}`,
    path: `forks-${id}`,
    visibility: 'public',
  });
  const fork = await api<Project>('POST', `/projects/${id}/fork`, { namespace: group.id });
  check(fork.repository_storage === other, `the fork is on ${other}`);
  await git('clone', '-q', remoteOf(fork.path_with_namespace), `${folder}/clone`);
  check((await git('-C', `${folder}/clone`, 'rev-parse', 'HEAD')) === tip, 'the fork has the commit');
  rmSync(folder, { recursive: true });
  await api('PUT', '/application/settings', { repository_storages: [other, added] });
  return { project, fork: fork.path_with_namespace };
}

/** Number of calls that the processes at these addresses have served. */
async function served(addresses: string[]) {
  const counts = addresses.map(async (address) => {
    const text = await (await fetch(`http://${address}:9091/-/metrics`)).text();
    const lines = text.split('\n').filter((line) => /^forge_(http_request|rpc_served)_seconds_count/.test(line));
    const answered = lines.filter((line) => !line.includes('/-/') && !line.includes('escriptor'));
    return [address, answered.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)];
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** Retries for two minutes. */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 120_000; ; await pause(300)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

function check(holds: boolean, what: string) {
  if (!holds) throw new Error(`check failed: ${what}`);
}

const [command = '', ...rest] = process.argv.slice(2);
const commands = {
  scenario,
  load: () => load(rest[0] ?? ''),
  verify,
  served: () => served(rest),
  storage: () => storage(String(rest[0]), String(rest[1])),
};
try {
  console.log(JSON.stringify(await commands[command as keyof typeof commands]()));
} catch (error) {
  const { message, cause } = error as Error & { cause?: Error };
  console.error(`${command}: ${message} ${cause?.message ?? ''}`.replaceAll(TOKEN, '***'));
  process.exitCode = 1;
}
