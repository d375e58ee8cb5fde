/** Public interface of the history: commits, their differences and authors. */
export { changesLine, keepsLine, movedLine } from './changed-line';
export { identitiesOf } from './commit-author';
export { presentCommit, titleOf } from './commit.entity';
export { presentDiffEntry } from './diff.entity';
export { isInForkNetwork } from './fork-network';
export { patchLimits } from './patch-limits';
export { refusalOf } from './refusals';
export { singleCommit } from './single-commit';
