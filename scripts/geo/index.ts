// Promotion of a secondary to the primary.

export { examine, type Examination } from './examine.ts';
export { isPrimaryAlready, promote } from './promote.ts';
export { locateSecondary } from './secondary.ts';
