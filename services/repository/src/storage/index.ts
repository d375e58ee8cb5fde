import { changeDefaultBranch } from './change-default-branch';
import { initializeRepository } from './initialize-repository';

export const storageOperations = [initializeRepository, changeDefaultBranch];
