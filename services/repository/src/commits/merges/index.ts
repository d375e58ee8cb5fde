/** Public interface of merges. */
export { commitMessage } from './commit-message';
export { findLandedCommit } from './find-landed-commit';
export { findLastPusher, findPusherOfCommit, isReachable } from './find-pusher';
export { copyHead, updateHeadRef } from './head-ref';
export { actingUserOf, type LocalSide, localSideOf, type Side, sideOf, subjectOf, tipOf } from './merge-side';
export { newestPipeline } from './newest-pipeline';
export { setRef } from './set-ref';
