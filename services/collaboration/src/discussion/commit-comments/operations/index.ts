import { createCommitComment } from './create-commit-comment';
import { listCommitComments } from './list-commit-comments';

export const commitCommentOperations = [createCommitComment, listCommitComments];
