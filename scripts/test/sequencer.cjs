// Order of the suites: by recorded duration, the longest first, so that none runs alone on one
// worker at the end. `npm run test:full -- --record` records the durations.

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
   * Jest's own order (failed, then large suites first) is the secondary criterion.
   * @override
   * @param {Parameters<JestSequencer['sort']>[0]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => secondsOf(other) - secondsOf(one));
  }
};
