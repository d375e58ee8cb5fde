import { createCommit } from './create-commit';

export const commitFilesOperations = [createCommit];
