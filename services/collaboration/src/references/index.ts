import { listReferenceLinks } from './list-reference-links';

export const referenceOperations = [listReferenceLinks];
