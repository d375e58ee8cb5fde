/** Public interface of access. */
export { instanceSubject } from './instance-subject';
export {
  type CallerEntry,
  type ChangeSource,
  checkForcePush,
  checkRefChange,
  developersCan,
  isProtectedTag,
  mayMergeInto,
  mayPushTo,
  mayUnprotect,
  type Protection,
  protectionsOf,
  type PushSubject,
  type TagProtection,
  withGrant,
} from './policy';
