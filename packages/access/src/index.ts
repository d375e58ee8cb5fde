/** Access rules that several services share. */
export type { GrantedResource } from './granted-resource';
export { DEVELOPER, MAINTAINER, OWNER, REPORTER } from './levels';
export { mayReadPipelines } from './pipeline-rights';
export { EPIC_TIER, MAX_TIER } from './tiers';
