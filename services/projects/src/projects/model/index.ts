/** The documents of projects and their settings. */
export { type Feature, featureFields, type FeatureLevel, featureLevels, features } from './features';
export { listFields } from './list-fields';
export {
  copySettings,
  defaultSettings,
  settingsErrors,
  settingsOf,
  type SettingsRequest,
  squashOptionOf,
} from './project-settings';
export type { ProjectDocument, ProjectMeasurements, ProjectSettings, ProjectShare } from './project.model';
export type { PullMirrorFields, PullMirrorSettings } from './pull-mirror.model';
export { createRecounts, type Recount } from './recounts';
