/** Access rules that several services share. */
export { canPush, hasGitScope, refuseGit, type GitRefusal, type GitRequest } from './git-rights';
export type { GrantedResource } from './granted-resource';
export { DEVELOPER, MAINTAINER, OWNER, REPORTER } from './levels';
export { mayReadPipelines } from './pipeline-rights';
export {
  canReadFeature,
  isFeatureAvailable,
  meetsRule,
  minMemberLevel,
  PROJECT_FEATURES,
  type FeatureRule,
  type ProjectFeature,
  type ProjectRights,
} from './project-rights';
export { canReadSnippet, openSnippetVisibilities, type GuardedSnippet, type SnippetReader } from './snippet-rights';
export { EPIC_TIER, MAX_TIER } from './tiers';
