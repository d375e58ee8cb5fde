import { createCommit } from './operations/create-commit';

export const commitFilesOperations = [createCommit];
