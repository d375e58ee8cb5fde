import { createForkRelation } from './operations/create-fork-relation';
import { deleteForkRelation } from './operations/delete-fork-relation';
import { forkProject } from './operations/fork-project';
import { listProjectForks } from './operations/list-project-forks';

export const forkOperations = [forkProject, listProjectForks, createForkRelation, deleteForkRelation];
