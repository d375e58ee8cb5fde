/** Projects as responses and events show them. */
export { readLicense } from './license';
export type { ProjectPresenter } from './project-presenter';
export { readView, writeView } from './view';
