/** Public interface of `projects/presentation`: what other areas of this service may import. */
export { readLicense } from './license';
export type { ProjectPresenter } from './project-presenter';
export { readView, writeView } from './view';
