import { listDeletedRepositories } from './list-deleted-repositories';
import { removeDeletedRepository } from './remove-deleted-repository';
import { restoreDeletedRepository } from './restore-deleted-repository';

export const deletedRepositoryOperations = [listDeletedRepositories, restoreDeletedRepository, removeDeletedRepository];
