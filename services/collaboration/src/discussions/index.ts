import {
  createIssueDiscussionNote,
  createMergeRequestDiscussionNote,
  createSnippetDiscussionNote,
} from './create-discussion-note';
import { createIssueDiscussion, createMergeRequestDiscussion, createSnippetDiscussion } from './create-discussion';
import {
  deleteIssueDiscussionNote,
  deleteMergeRequestDiscussionNote,
  deleteSnippetDiscussionNote,
} from './delete-discussion-note';
import { getIssueDiscussion, getMergeRequestDiscussion, getSnippetDiscussion } from './get-discussion';
import { listIssueDiscussions, listMergeRequestDiscussions, listSnippetDiscussions } from './list-discussions';
import { resolveMergeRequestDiscussion } from './resolve-merge-request-discussion';
import {
  updateIssueDiscussionNote,
  updateMergeRequestDiscussionNote,
  updateSnippetDiscussionNote,
} from './update-discussion-note';

export const discussionOperations = [
  createIssueDiscussionNote,
  createMergeRequestDiscussionNote,
  createSnippetDiscussionNote,
  createIssueDiscussion,
  createMergeRequestDiscussion,
  createSnippetDiscussion,
  deleteIssueDiscussionNote,
  deleteMergeRequestDiscussionNote,
  deleteSnippetDiscussionNote,
  getIssueDiscussion,
  getMergeRequestDiscussion,
  getSnippetDiscussion,
  listIssueDiscussions,
  listMergeRequestDiscussions,
  listSnippetDiscussions,
  resolveMergeRequestDiscussion,
  updateIssueDiscussionNote,
  updateMergeRequestDiscussionNote,
  updateSnippetDiscussionNote,
];
