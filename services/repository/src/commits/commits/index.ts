import { downloadCommitFeed } from './operations/download-commit-feed';
import { downloadCommitDiff, downloadCommitPatch } from './operations/download-commit';
import { getCommit } from './operations/get-commit';
import { listCommitDiff } from './operations/list-commit-diff';
import { listCommitRefs } from './operations/list-commit-refs';
import { listCommits } from './operations/list-commits';

export const commitOperations = [
  listCommits,
  getCommit,
  listCommitDiff,
  listCommitRefs,
  downloadCommitFeed,
  downloadCommitPatch,
  downloadCommitDiff,
];
