// What must be so after everything has healed: nothing acknowledged is lost, and each event has had its effect once.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** How long effects may take to follow when all is back (ms). */
const HEALED_MS = 120_000;
const PER_PAGE = 100;

/**
 * @typedef {Record<string, number>} Counts each must be 0
 * @param {Awaited<ReturnType<typeof import('./load.mjs').startLoad>>} load
 * @param {string} dataDir
 * @returns {Promise<Counts>}
 */
export async function check({ ask, ledger, project, hook }, dataDir) {
  const at = `/projects/${project.id}`;
  const issues = await readAll(ask, `${at}/issues?scope=all`);
  const titles = issues.map(({ title }) => title);
  const iids = new Set(issues.map(({ iid }) => iid));
  // An issue that was not acknowledged may be there all the same, and then its event is due too.
  const told = await settled(async () => {
    const deliveries = await readAll(ask, `${at}/hooks/${hook.id}/events`);
    const numbers = deliveries.map(({ request_data: data }) => data.object_attributes.iid);
    const missing = [...iids].filter((iid) => !numbers.includes(iid));
    return { isDone: missing.length === 0, numbers, missing };
  });
  const name = createHash('sha256').update(String(project.id)).digest('hex');
  const below = join('repository/repositories/default/@hashed', name.slice(0, 2), name.slice(2, 4), `${name}.git`);
  const git = async (/** @type {string[]} */ ...args) =>
    (await run('git', args, { cwd: join(dataDir, below), maxBuffer: 2 ** 28 })).stdout.trim();
  const history = new Set((await git('rev-list', '--all')).split('\n'));
  const fsck = await git('fsck', '--full', '--strict').then(
    () => 0,
    () => 1,
  );
  return {
    'acknowledged issues lost': [...ledger.issues].filter(([title]) => !titles.includes(title)).length,
    'acknowledged commits lost': ledger.commits.filter((id) => !history.has(id)).length,
    'refs other than the last acknowledged push':
      (await git('rev-parse', 'refs/heads/pushed')) === ledger.pushed ? 0 : 1,
    'duplicate writes': titles.length - new Set(titles).size,
    'events without a visible object': new Set(told.numbers.filter((iid) => !iids.has(iid))).size,
    'objects without the effect of their event': told.missing.length,
    'duplicate effects': told.numbers.length - new Set(told.numbers).size,
    'repositories that git fsck complains of': fsck,
    'answers that nothing excuses': ledger.wrong.length,
  };
}

/** @param {ReturnType<typeof import('./load.mjs').clientOf>} ask @param {string} path @returns {Promise<any[]>} */
async function readAll(ask, path) {
  const rows = [];
  for (let page = '1'; page !== '';) {
    const mark = path.includes('?') ? '&' : '?';
    const answer = await ask('GET', `${path}${mark}per_page=${PER_PAGE}&page=${page}`);
    if (answer.status !== 200) throw new Error(`${path} is ${answer.status} after all has healed`);
    rows.push(...answer.body);
    page = answer.headers.get('x-next-page') ?? '';
  }
  return rows;
}

/** @template {{ isDone: boolean }} T @param {() => Promise<T>} look @returns {Promise<T>} */
async function settled(look) {
  const until = Date.now() + HEALED_MS;
  for (;;) {
    const seen = await look();
    if (seen.isDone || Date.now() > until) return seen;
    await sleep(1_000);
  }
}
