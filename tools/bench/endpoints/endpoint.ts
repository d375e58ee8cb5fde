// One row of the table.

/**
 * @typedef {object} Endpoint
 * @property {string} name what `--only` compares with
 * @property {import('../load/job.ts').HttpRequest[]} [requests] sent in turn, the first one is tried before it is measured
 * @property {import('../load/job.ts').Command[]} [commands] instead of requests
 * @property {number} [rate] offered per second, where it is not that of the reads
 * @property {string} [goal] what it should reach, shown beside
 * @property {boolean} [isAlone] measured with one client and nothing else, a few times
 * @property {boolean} [isUnsaturated] not driven to its limit
 * @property {number} [limit] most requests there is material for, in all phases together
 */

/** @typedef {import('../fixture/index.ts').Fixture} Fixture */

/** @param {string} token @param {string} path below /api/v4 @returns {import('../load/job.ts').HttpRequest} */
export function get(token, path) {
  return { method: 'GET', path: `/api/v4${path}`, headers: { 'PRIVATE-TOKEN': token } };
}

/**
 * @param {string} token @param {string} path below /api/v4 @param {Record<string, unknown>} body
 * @returns {import('../load/job.ts').HttpRequest}
 */
export function post(token, path, body) {
  const headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' };
  return { method: 'POST', path: `/api/v4${path}`, headers, body: JSON.stringify(body) };
}

/** What every read should reach. */
export const goal = 'P90 < 200';

/** @param {string} token */
export function readsBy(token) {
  const many = (/** @type {string} */ name, /** @type {string[]} */ paths) => ({
    name,
    requests: paths.map((path) => get(token, path)),
    goal,
  });
  return { many, one: (/** @type {string} */ name, /** @type {string} */ path) => many(name, [path]) };
}

/**
 * @template T
 * @param {T[]} list
 * @param {number} count
 * @returns {T[]} so many of it, evenly spread
 */
export function spread(list, count) {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, n) => /** @type {T} */ (list[Math.floor(n * step)]));
}
