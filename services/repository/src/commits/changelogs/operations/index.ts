import { addChangelog } from './add-changelog';
import { getChangelog } from './get-changelog';

export const changelogOperations = [getChangelog, addChangelog];
