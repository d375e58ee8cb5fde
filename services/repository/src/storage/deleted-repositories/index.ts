import { listDeletedRepositories } from './operations/list-deleted-repositories';
import { removeDeletedRepository } from './operations/remove-deleted-repository';
import { restoreDeletedRepository } from './operations/restore-deleted-repository';

export const deletedRepositoryOperations = [listDeletedRepositories, restoreDeletedRepository, removeDeletedRepository];
