/** Import and pull mirror settings of projects. */
export { assertMayMirror, mirrorUser } from './mirror-rights';
export { egressPolicyOf, mirrorUrlErrors, sealUrl, withMaskedCredentials, withoutCredentials } from './mirror-url';
export {
  newPullMirror,
  pullMirrorChange,
  pullMirrorEvent,
  type PullMirrorRequest,
  scheduleUpdate,
} from './pull-mirror-settings';
