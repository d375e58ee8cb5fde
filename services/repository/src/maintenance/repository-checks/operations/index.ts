import { clearRepositoryChecks } from './clear-repository-checks';
import { listRepositoryChecks } from './list-repository-checks';
import { runRepositoryCheck } from './run-repository-check';

export const repositoryCheckOperations = [listRepositoryChecks, runRepositoryCheck, clearRepositoryChecks];
