// Whether a page costs the same on much data as on little: each paged endpoint with one client, large against small.

import { join } from 'node:path';
import { get } from './endpoints/index.mjs';
import { createApi, gitUrl, makeLocalRepository, pushAll, times } from './fixture/index.mjs';
import { developer, makeGroup, makeProject, makeToken, makeUser } from './fixture/index.mjs';
import { measure } from './measure-endpoint.mjs';
import { number, table } from './report.mjs';

const small = { commits: 5000, files: 400, branches: 60, tags: 40 };
const visible = { few: 10, many: 5000 };

/**
 * @typedef {object} Pair the same page on little and on much data
 * @property {string} name
 * @property {import('./load/job.mjs').HttpRequest} small
 * @property {import('./load/job.mjs').HttpRequest} large
 */

/**
 * @typedef {object} Ratio
 * @property {string} name
 * @property {import('./load/statistics.mjs').Summary} small
 * @property {import('./load/statistics.mjs').Summary} large
 */

const subjects = [
  {
    name: '5,000 and 50,000 commits',
    large: { ...small, commits: 50_000 },
    pages: [
      'commits?page=1',
      'commits?page=50',
      'commits?path=README.md',
      'commits/main',
      'branches',
      'tree',
      'tree?recursive=true',
    ],
  },
  {
    name: '100 and 10,000 refs',
    large: { ...small, branches: 6000, tags: 4000 },
    pages: [
      'branches',
      'branches?page=3',
      'branches?search=release',
      'branches/main',
      'commits',
      'commits/main',
      'tree',
    ],
  },
];

/**
 * @param {import('./surroundings.mjs').Surroundings} surroundings
 * @param {import('./options.mjs').BenchOptions} options
 * @param {import('../lib/log.mjs').Log} log
 * @returns {Promise<{ lines: string[], ratios: Ratio[] }>}
 */
export async function measureScale(surroundings, options, log) {
  const isChosen = (/** @type {string} */ name) => options.only.some((text) => name.toLowerCase().includes(text));
  /** @type {Pair[]} */
  const pairs = [];
  for (const subject of subjects.filter(({ name }) => isChosen(name))) {
    pairs.push(...(await historyPairs(subject, surroundings, log)));
  }
  const name = `${visible.few} and ${visible.many} visible projects`;
  if (isChosen(name)) pairs.push(...(await projectPairs(name, surroundings, log)));
  /** @type {Ratio[]} */
  const ratios = [];
  for (const pair of pairs) {
    const page = (/** @type {import('./load/job.mjs').HttpRequest} */ request) => {
      const { warmUp, saturation: seconds } = options;
      return measure(surroundings, {
        origin: surroundings.url,
        requests: [request],
        connections: 1,
        warmUp,
        seconds,
        serial: 0,
      });
    };
    ratios.push(
      await log.step(pair.name, async () => ({
        ...pair,
        small: await page(pair.small),
        large: await page(pair.large),
      })),
    );
    // A long run tells what it has so far.
    log.say(`  ${ratioTable(ratios).at(-1)}`);
  }
  return { lines: ratioTable(ratios), ratios };
}

/** @param {Ratio[]} ratios */
function ratioTable(ratios) {
  const heads = [
    'pages of 20, one client, ms',
    'small P50',
    'large P50',
    'ratio',
    'small P90',
    'large P90',
    'ratio',
    'good %',
  ];
  const rows = ratios.map(({ name, small, large }) => {
    const columns = (/** @type {'p50' | 'p90'} */ key) => [
      number(small.ttfb[key]),
      number(large.ttfb[key]),
      (large.ttfb[key] / small.ttfb[key]).toFixed(2),
    ];
    return [name, ...columns('p50'), ...columns('p90'), number(Math.min(small.goodPercent, large.goodPercent))];
  });
  return table([heads, ...rows]);
}

/**
 * @param {typeof subjects[number]} subject
 * @param {import('./surroundings.mjs').Surroundings} surroundings
 * @param {import('../lib/log.mjs').Log} log
 * @returns {Promise<Pair[]>}
 */
async function historyPairs({ name, large, pages }, { url, rootToken, folder }, log) {
  const root = createApi(url, rootToken);
  const path = `scale-${large.commits}-${large.branches}`;
  const groupId = await makeGroup(root, path);
  const token = await makeToken(root, await makeUser(root, `reader-${path}`, { [groupId]: developer }));
  const push = async (/** @type {string} */ title, /** @type {typeof small} */ size) => {
    const project = await makeProject(root, title, groupId);
    const local = await makeLocalRepository(join(folder, `${path}-${title}.git`), size);
    await pushAll(local.folder, gitUrl(url, token, project.path));
    return project.id;
  };
  const [few, many] = await log.step(`Pushing histories: ${name}`, async () => [
    await push('small', small),
    await push('large', large),
  ]);
  return pages.map((page) => ({
    name: `${page}, ${name}`,
    small: get(token, `/projects/${few}/repository/${page}`),
    large: get(token, `/projects/${many}/repository/${page}`),
  }));
}

/**
 * Two users in one database: one sees few of its projects, the other one many.
 * @param {string} name
 * @param {import('./surroundings.mjs').Surroundings} surroundings
 * @param {import('../lib/log.mjs').Log} log
 * @returns {Promise<Pair[]>}
 */
async function projectPairs(name, { url, rootToken }, log) {
  const root = createApi(url, rootToken);
  const side = async (/** @type {'few' | 'many'} */ which) => {
    const groupId = await makeGroup(root, `scale-${which}`);
    const token = await makeToken(root, await makeUser(root, `sees-${which}`, { [groupId]: developer }));
    await times(visible[which], (n) => makeProject(root, `${n % 2 ? 'odd' : 'even'} ${which} ${n}`, groupId));
    return { token, groupId };
  };
  const [few, many] = await log.step(`Making ${visible.few + visible.many} projects`, async () => [
    await side('few'),
    await side('many'),
  ]);
  const pair = (/** @type {string} */ title, /** @type {(group: number) => string} */ path) => ({
    name: `${title}, ${name}`,
    small: get(few?.token ?? '', path(few?.groupId ?? 0)),
    large: get(many?.token ?? '', path(many?.groupId ?? 0)),
  });
  return [
    pair('projects', () => '/projects'),
    pair('projects?simple', () => '/projects?simple=true'),
    pair('projects?search', () => '/projects?search=odd'),
    pair('projects?order_by=name', () => '/projects?order_by=name&sort=asc'),
    pair('groups/:id', (group) => `/groups/${group}`),
    pair('groups/:id/projects', (group) => `/groups/${group}/projects`),
  ];
}
