import { listContributors } from './list-contributors';

export const contributorOperations = [listContributors];
