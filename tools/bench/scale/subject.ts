// What a subject of the scale measurement is: pages that are asked for on little and on much data.

/**
 * @typedef {object} Side where the pages of one side are
 * @property {string} token
 * @property {Record<string, number | string>} values by the name that stands in pages as `:name`
 */

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {string[]} pages below /api/v4
 * @property {(surroundings: import('../surroundings.ts').Surroundings, log: import('../../lib/log.ts').Log) => Promise<{ small: Side, large: Side }>} prepare
 */

/** @param {string} page @param {Side} side @returns {string} */
export function pathOf(page, { values }) {
  return page.replaceAll(/:(\w+)/g, (_, name) => String(values[name]));
}

/** @param {Subject} subject @param {string} page @returns {string} what `--only` compares with */
export function rowName({ name }, page) {
  return `${page.slice(1)}, ${name}`;
}
