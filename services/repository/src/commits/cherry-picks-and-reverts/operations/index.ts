import { cherryPickCommit } from './cherry-pick-commit';
import { revertCommit } from './revert-commit';

export const cherryPickAndRevertOperations = [cherryPickCommit, revertCommit];
