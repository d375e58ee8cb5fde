import { changeDefaultBranch } from './change-default-branch';
import { getBranchTip } from './get-branch-tip';
import { initializeRepository } from './initialize-repository';

export const storageOperations = [initializeRepository, changeDefaultBranch, getBranchTip];
