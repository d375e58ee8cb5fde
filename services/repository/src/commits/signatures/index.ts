import { getCommitSignature } from './operations/get-commit-signature';

export const signatureOperations = [getCommitSignature];
