import { changeDefaultBranch } from './change-default-branch';
import { forkRepository } from './fork-repository';
import { getBranchTip } from './get-branch-tip';
import { initializeRepository } from './initialize-repository';
import { tidyRepository } from './tidy-repository';

export const storageOperations = [
  initializeRepository,
  changeDefaultBranch,
  getBranchTip,
  forkRepository,
  tidyRepository,
];
