import { createCommit } from './create-commit';
import { findCommitLine } from './find-commit-line';
import { listCommitIds } from './list-commit-ids';
import { listKeptLines } from './list-kept-lines';
import { getCommit } from './get-commit';
import { listCommitDiff } from './list-commit-diff';
import { listCommitRefs } from './list-commit-refs';
import { listCommits } from './list-commits';

export const commitOperations = [
  listCommits,
  createCommit,
  findCommitLine,
  listCommitIds,
  listKeptLines,
  getCommit,
  listCommitDiff,
  listCommitRefs,
];
