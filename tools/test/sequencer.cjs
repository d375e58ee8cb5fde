// Order of the suites: by recorded duration, the longest first, so that none runs alone on one worker
// at the end. `npm run test:full -- --record` records the durations.

const { relative, sep } = require('node:path');
const { default: JestSequencer } = require('@jest/test-sequencer');
/** @type {Record<string, number>} duration (s) of each suite, by its path */
const durations = require('./durations.json');

const root = `${__dirname}/../..`;
/** A suite that was not recorded is probably new and may take long. */
const UNKNOWN_SECONDS = 60;

/** @param {{ path: string }} test */
const secondsOf = ({ path }) => durations[relative(root, path).replaceAll(sep, '/')] ?? UNKNOWN_SECONDS;

module.exports = class extends JestSequencer {
  /**
   * Suites that failed in the last run are first, as in Jest's own order.
   * @override
   * @param {Parameters<JestSequencer['sort']>[0]} tests
   */
  async sort(tests) {
    const failed = new Set(await this.allFailedTests([...tests]));
    const rankOf = (/** @type {(typeof tests)[number]} */ test) => (failed.has(test) ? Infinity : secondsOf(test));
    return [...tests].sort((one, other) => rankOf(other) - rankOf(one) || one.path.localeCompare(other.path));
  }
};
