// Order of the suites: end-to-end tests first, the slowest of all at the start, so that none runs
// alone on one worker at the end.

const { default: JestSequencer } = require('@jest/test-sequencer');

const endToEnd = /\/test-e2e\/[^/]+\.test\.ts$/;

/** End-to-end tests that take minutes, regardless of their file size. */
const slow = /\/(crash|storages|faults|crash-merges|mails|replication|versions)\.test\.ts$/;

/** @param {{ path: string }} test */
const rankOf = ({ path }) => (!endToEnd.test(path) ? 2 : slow.test(path) ? 0 : 1);

/** Jest's own order (failed, then long, then large suites first) is the secondary criterion. */
module.exports = class extends JestSequencer {
  /**
   * @override
   * @param {Parameters<JestSequencer['sort']>[0]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => rankOf(one) - rankOf(other));
  }
};
