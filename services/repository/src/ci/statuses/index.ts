import { createCommitStatus } from './operations/create-commit-status';
import { listCommitStatuses } from './operations/list-commit-statuses';

export const commitStatusOperations = [listCommitStatuses, createCommitStatus];
