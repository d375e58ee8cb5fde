// The order of the suites: stories first, the longest of all, so that none of them is left over for
// one worker alone at the end.

const { default: JestSequencer } = require('@jest/test-sequencer');

const story = /\/test-e2e\/[^/]+\.test\.ts$/;

/** Stories that take minutes, or most of one, whatever their size is. */
const longest = /\/(crash|storages|faults|crash-merges|mails|replication|versions)\.test\.ts$/;

/** @param {{ path: string }} test */
const rankOf = ({ path }) => (!story.test(path) ? 2 : longest.test(path) ? 0 : 1);

/** Jest's own order, failed, then long, then large ones first, comes second. */
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
