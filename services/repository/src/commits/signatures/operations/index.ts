import { getCommitSignature } from './get-commit-signature';

export const signatureOperations = [getCommitSignature];
