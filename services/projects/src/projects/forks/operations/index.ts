import { createForkRelation } from './create-fork-relation';
import { deleteForkRelation } from './delete-fork-relation';
import { forkProject } from './fork-project';
import { listProjectForks } from './list-project-forks';

export const forkOperations = [forkProject, listProjectForks, createForkRelation, deleteForkRelation];
