/** Public interface of `projects/removal`: what other areas of this service may import. */
export { removalAt } from './remove-marked-projects';
