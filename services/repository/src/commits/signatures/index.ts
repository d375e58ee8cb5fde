/** Public interface of signatures. */
export type { CommitSignatureDocument } from './commit-signature.model';
