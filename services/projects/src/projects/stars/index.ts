/** Public interface of `projects/stars`: what other areas of this service may import. */
export type { StarDocument } from './star.model';
