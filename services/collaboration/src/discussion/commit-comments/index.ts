import { createCommitComment } from './operations/create-commit-comment';
import { listCommitComments } from './operations/list-commit-comments';

export const commitCommentOperations = [createCommitComment, listCommitComments];
