import { listContributors } from './operations/list-contributors';

export const contributorOperations = [listContributors];
