// Whether a page costs the same on much data as on little: each paged endpoint with one client, large against small.

import { join } from 'node:path';
import { get } from './endpoints/index.mjs';
import { copyProjects, createApi, gitUrl, makeLocalRepository, pushAll } from './fixture/index.mjs';
import { developer, makeGroup, makeProject, makeToken, makeUser } from './fixture/index.mjs';
import { measure } from './measure-endpoint.mjs';
import { number, table } from './report.mjs';

const small = { commits: 5000, files: 400, branches: 60, tags: 40 };
const narrow = { commits: 50, files: 40, branches: 2, tags: 1 };
const visible = { few: 100, many: 10_000 };

/** Each page is asked for so long, after so long (s): there are many. */
const time = { warmUp: 0.5, seconds: 2 };

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

/** @typedef {import('./fixture/history.mjs').HistorySize} HistorySize */

/** Subjects of repositories; pages are below `/projects/:id/repository`. @type {{ name: string, small: HistorySize, large: HistorySize, pages: string[] }[]} */
const subjects = [
  {
    name: '5,000 and 50,000 commits',
    small,
    large: { ...small, commits: 50_000 },
    pages: [
      'commits?page=1',
      'commits?page=50',
      'commits?path=README.md',
      'commits/main',
      'commits/main/refs',
      'branches',
      'tags',
      'contributors',
      'tree',
      'tree?recursive=true',
    ],
  },
  {
    name: '100 and 10,000 refs',
    small,
    large: { ...small, branches: 6000, tags: 4000 },
    pages: [
      'branches',
      'branches?page=3',
      'branches?search=release',
      'branches/main',
      'tags',
      'tags?page=2',
      'tags?search=v1.1',
      'commits',
      'commits/main',
      'commits/v1.1.0/refs',
      'tree',
    ],
  },
  {
    name: '20 and 1,000 entries of a folder',
    small: { ...narrow, entries: 20 },
    large: { ...narrow, entries: 1000 },
    pages: ['tree?path=wide', 'tree?recursive=true', 'commits?path=wide', 'files/wide%2Fentry-00007.txt?ref=main'],
  },
  {
    name: '10 and 1,000 files of a diff',
    small: { ...narrow, changed: 10 },
    large: { ...narrow, changed: 1000 },
    pages: ['commits/main/diff', 'commits/main', 'compare?from=v1.1.0&to=main'],
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
      const job = { origin: surroundings.url, requests: [request], connections: 1, serial: 0 };
      return measure(surroundings, { ...job, ...time });
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
async function historyPairs({ name, pages, ...sizes }, { url, rootToken, folder }, log) {
  const root = createApi(url, rootToken);
  const path = `scale-${subjects.findIndex((subject) => subject.name === name)}`;
  const groupId = await makeGroup(root, path);
  const token = await makeToken(root, await makeUser(root, `reader-${path}`, { [groupId]: developer }));
  const push = async (/** @type {'small' | 'large'} */ title) => {
    const project = await makeProject(root, title, groupId);
    const local = await makeLocalRepository(join(folder, `${path}-${title}.git`), sizes[title]);
    await pushAll(local.folder, gitUrl(url, token, project.path));
    return project.id;
  };
  const [few, many] = await log.step(`Pushing histories: ${name}`, async () => [
    await push('small'),
    await push('large'),
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
async function projectPairs(name, { url, rootToken, storageUri }, log) {
  const root = createApi(url, rootToken);
  const side = async (/** @type {'few' | 'many'} */ which) => {
    const groupId = await makeGroup(root, `scale-${which}`);
    const token = await makeToken(root, await makeUser(root, `sees-${which}`, { [groupId]: developer }));
    for (const word of ['odd', 'even']) {
      const { id } = await makeProject(root, `${word} ${which}`, groupId);
      await copyProjects(storageUri, id, visible[which] / 2 - 1);
    }
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
  const listed = [
    '',
    '?simple=true',
    '?search=odd',
    '?order_by=name&sort=asc',
    '?order_by=last_activity_at',
    '?page=5',
  ];
  const keyset = '?pagination=keyset&order_by=id&sort=asc';
  return [
    ...[...listed, keyset, '?membership=true'].map((query) => pair(`projects${query}`, () => `/projects${query}`)),
    ...['/search?scope=projects&search=odd', '/issues', '/groups', '/namespaces'].map((path) =>
      pair(path.slice(1), () => path),
    ),
    ...['', '/projects', '/projects?search=odd', '/issues', '/members'].map((path) =>
      pair(`groups/:id${path}`, (group) => `/groups/${group}${path}`),
    ),
  ];
}
