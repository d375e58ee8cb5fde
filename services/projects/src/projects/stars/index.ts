/** Stars of projects. */
export type { StarDocument } from './star.model';
