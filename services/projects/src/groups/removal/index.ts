/** Public interface of `groups/removal`: what other areas of this service may import. */
export { finishRemoval, startRemoval } from './remove-namespace';
