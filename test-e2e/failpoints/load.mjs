// Writes of several kinds that go on while things break. What was acknowledged is noted, and nothing else is promised.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PATIENCE_MS = 30_000;
/** Between tries of what was refused, so that a gateway that is away is not asked thousands of times (ms). */
const PAUSE_MS = 100;
const WRITERS = 2;

/**
 * @typedef {object} Ledger what was acknowledged
 * @property {Map<string, number>} issues numbers by title
 * @property {string[]} commits
 * @property {string | undefined} pushed the commit that the last acknowledged push left on its branch
 * @property {number} pushes
 * @property {number} refusals answers that say that something is away, and cut connections
 * @property {string[]} wrong answers that nothing excuses
 */

/** @typedef {{ status: number, body: any, headers: Headers }} Answer */

/** @param {string} url @param {string} token @returns {(method: string, path: string, body?: object) => Promise<Answer>} */
export function clientOf(url, token) {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': token, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/**
 * Starts the writers.
 * @param {{ url: string, token: string, folder: string }} place
 */
export async function startLoad({ url, token, folder }) {
  const ask = clientOf(url, token);
  const name = `faults-${randomBytes(4).toString('hex')}`;
  const { body: project } = await ask('POST', '/projects', { name, initialize_with_readme: true });
  const at = `/projects/${project.id}`;
  // Nobody is there: what counts is that each event is noted as one delivery.
  const { body: hook } = await ask('POST', `${at}/hooks`, {
    ...{ url: 'https://hooks.invalid/', push_events: false, issues_events: true },
  });
  const branches = Array.from({ length: WRITERS }, (_, index) => `committed-${index}`);
  for (const branch of branches) {
    const made = await ask('POST', `${at}/repository/branches`, { branch, ref: project.default_branch });
    if (made.status !== 201) throw new Error(`The branch ${branch} could not be made: ${made.status}`);
  }
  const clone = join(folder, 'clone');
  const remote = new URL(`/${project.path_with_namespace}.git`, url);
  remote.username = 'root';
  remote.password = token;
  mkdirSync(clone);
  const git = async (/** @type {string[]} */ ...args) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' };
    const options = ['-c', 'user.name=Faults', '-c', 'user.email=faults@example.com'];
    return (await run('git', [...options, ...args], { cwd: clone, env, timeout: PATIENCE_MS })).stdout.trim();
  };
  await git('clone', '-q', remote.href, '.');
  await git('checkout', '-q', '-b', 'pushed');

  /** @type {Ledger} */
  const ledger = { issues: new Map(), commits: [], pushed: undefined, pushes: 0, refusals: 0, wrong: [] };
  let isOver = false;

  /** @param {string} path @param {object} body */
  async function post(path, body) {
    const answer = await ask('POST', path, body).catch(() => undefined);
    if (answer?.status === 201) return answer.body;
    if (answer === undefined || answer.status === 503) ledger.refusals++;
    else ledger.wrong.push(`${answer.status} ${path} ${JSON.stringify(answer.body)}`);
    await sleep(PAUSE_MS);
    return undefined;
  }

  async function openIssues() {
    while (!isOver) {
      const title = randomBytes(8).toString('hex');
      const issue = await post(`${at}/issues`, { title });
      if (issue) ledger.issues.set(title, issue.iid);
    }
  }

  /** @param {string} branch */
  async function commitFiles(branch) {
    while (!isOver) {
      const file = randomBytes(8).toString('hex');
      const actions = [{ action: 'create', file_path: file, content: file }];
      const commit = await post(`${at}/repository/commits`, { branch, commit_message: file, actions });
      if (commit) ledger.commits.push(commit.id);
    }
  }

  async function push() {
    while (!isOver) {
      writeFileSync(join(clone, 'pushed'), randomBytes(8).toString('hex'));
      await git('add', '.');
      await git('commit', '-q', '-m', 'Pushed');
      const id = await git('rev-parse', 'HEAD');
      // The same push again until it is acknowledged: then nothing else may be on the branch.
      while (
        !(await git('push', '-q', 'origin', 'pushed').then(
          () => true,
          () => false,
        ))
      ) {
        ledger.refusals++;
        await sleep(PAUSE_MS);
      }
      ledger.pushed = id;
      ledger.pushes++;
    }
  }

  const writers = [...Array.from({ length: WRITERS }, openIssues), ...branches.map(commitFiles), push()];
  const ended = Promise.all(writers);
  ended.catch(() => undefined);
  return {
    ask,
    ledger,
    /** @type {{ id: number }} */
    project,
    /** @type {{ id: number }} */
    hook,
    async stop() {
      isOver = true;
      await ended;
    },
  };
}
