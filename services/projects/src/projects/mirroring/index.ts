/** Public interface of `projects/mirroring`: what other areas of this service may import. */
export { assertMayMirror, mirrorUser } from './mirror-rights';
export { egressPolicyOf, mirrorUrlErrors, sealUrl, withMaskedCredentials, withoutCredentials } from './mirror-url';
export {
  newPullMirror,
  pullMirrorChange,
  pullMirrorEvent,
  type PullMirrorRequest,
  scheduleUpdate,
} from './pull-mirror-settings';
