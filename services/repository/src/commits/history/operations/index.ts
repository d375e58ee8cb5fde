import { downloadCommitFeed } from './download-commit-feed';
import { downloadCommitDiff, downloadCommitPatch } from './download-commit';
import { getCommit } from './get-commit';
import { listCommitDiff } from './list-commit-diff';
import { listCommitRefs } from './list-commit-refs';
import { listCommits } from './list-commits';

export const commitOperations = [
  listCommits,
  getCommit,
  listCommitDiff,
  listCommitRefs,
  downloadCommitFeed,
  downloadCommitPatch,
  downloadCommitDiff,
];
