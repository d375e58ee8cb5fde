import { createCommitStatus } from './create-commit-status';
import { listCommitStatuses } from './list-commit-statuses';

export const commitStatusOperations = [listCommitStatuses, createCommitStatus];
