import { addChangelog } from './operations/add-changelog';
import { getChangelog } from './operations/get-changelog';

export const changelogOperations = [getChangelog, addChangelog];
