/** Access keys, levels and visibility: who may see and change which objects. */
export {
  type ExpiringShares,
  groupKeys,
  type GroupShare,
  groupsOfShare,
  isActive,
  levelOf,
  type LevelRow,
  memberKeys,
  openKeys,
  projectKeys,
  type SharedGroup,
  sourceCaps,
  sourcesOfKeys,
  type Viewer,
} from './access-keys';
export { assertMayUpdate } from './policy';
export type { UserLevels } from './user-levels';
export { EVENT_VIEWER, subjectOf, viewerOf } from './viewer';
export {
  forkVisibilityErrors,
  isWider,
  narrower,
  restrictionErrors,
  type Visibility,
  visibilityWord,
  widerThan,
} from './visibility';
