/** Public interface of epics. */
export { updateEpic } from './update-epic';
export { recordEpicChange } from './change-epic';
export { type EpicQueries, type EpicsDeps, type EpicViewDeps } from './deps';
export { presentEpics } from './epic.entity';
export { findEpic, presentEpicFor } from './find-epic';
