/** Public interface of the activity of users. */
export { type ContributionEventsDeps } from './deps';
export { recordDeletedOwners } from './deleted-owner.model';
export { commonFields, contributionOfItem, itemEventTypes, NO_TARGET } from './item-contributions';
export { contributionOfPush, contributionsOfWikiPush } from './push-contributions';
export { syncSnippets } from './snippet-contributions';
export {
  type NewContribution,
  removeContributionsOfNotes,
  removeContributionsOn,
  storeContributions,
  syncIssues,
} from './store-contributions';
export { listContributions } from './list-contributions';
export { visibleInProject } from './visible-contributions';
