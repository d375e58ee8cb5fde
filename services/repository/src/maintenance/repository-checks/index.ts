import { clearRepositoryChecks } from './operations/clear-repository-checks';
import { listRepositoryChecks } from './operations/list-repository-checks';
import { runRepositoryCheck } from './operations/run-repository-check';

export const repositoryCheckOperations = [listRepositoryChecks, runRepositoryCheck, clearRepositoryChecks];
