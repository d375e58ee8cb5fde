import { cherryPickCommit } from './operations/cherry-pick-commit';
import { revertCommit } from './operations/revert-commit';

export const cherryPickAndRevertOperations = [cherryPickCommit, revertCommit];
