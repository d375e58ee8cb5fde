import { moveIssue } from './move-issue';

export const issueMoveOperations = [moveIssue];
