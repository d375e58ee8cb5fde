/** The removal of projects. */
export { removalAt } from './remove-marked-projects';
