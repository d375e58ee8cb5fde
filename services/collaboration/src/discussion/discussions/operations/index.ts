import {
  createIssueDiscussionNote,
  createMergeRequestDiscussionNote,
  createSnippetDiscussionNote,
  createCommitDiscussionNote,
  createEpicDiscussionNote,
} from './create-discussion-note';
import {
  createIssueDiscussion,
  createMergeRequestDiscussion,
  createSnippetDiscussion,
  createCommitDiscussion,
  createEpicDiscussion,
} from './create-discussion';
import {
  deleteIssueDiscussionNote,
  deleteMergeRequestDiscussionNote,
  deleteSnippetDiscussionNote,
  deleteCommitDiscussionNote,
  deleteEpicDiscussionNote,
} from './delete-discussion-note';
import {
  getIssueDiscussionNote,
  getMergeRequestDiscussionNote,
  getSnippetDiscussionNote,
  getCommitDiscussionNote,
  getEpicDiscussionNote,
} from './get-discussion-note';
import {
  getIssueDiscussion,
  getMergeRequestDiscussion,
  getSnippetDiscussion,
  getCommitDiscussion,
  getEpicDiscussion,
} from './get-discussion';
import {
  listIssueDiscussions,
  listMergeRequestDiscussions,
  listSnippetDiscussions,
  listCommitDiscussions,
  listEpicDiscussions,
} from './list-discussions';
import { resolveMergeRequestDiscussion } from './resolve-merge-request-discussion';
import {
  updateIssueDiscussionNote,
  updateMergeRequestDiscussionNote,
  updateSnippetDiscussionNote,
  updateCommitDiscussionNote,
  updateEpicDiscussionNote,
} from './update-discussion-note';

export const discussionOperations = [
  createIssueDiscussionNote,
  createMergeRequestDiscussionNote,
  createSnippetDiscussionNote,
  createCommitDiscussionNote,
  createEpicDiscussionNote,
  createIssueDiscussion,
  createMergeRequestDiscussion,
  createSnippetDiscussion,
  createCommitDiscussion,
  createEpicDiscussion,
  deleteIssueDiscussionNote,
  deleteMergeRequestDiscussionNote,
  deleteSnippetDiscussionNote,
  deleteCommitDiscussionNote,
  deleteEpicDiscussionNote,
  getIssueDiscussionNote,
  getMergeRequestDiscussionNote,
  getSnippetDiscussionNote,
  getCommitDiscussionNote,
  getEpicDiscussionNote,
  getIssueDiscussion,
  getMergeRequestDiscussion,
  getSnippetDiscussion,
  getCommitDiscussion,
  getEpicDiscussion,
  listIssueDiscussions,
  listMergeRequestDiscussions,
  listSnippetDiscussions,
  listCommitDiscussions,
  listEpicDiscussions,
  resolveMergeRequestDiscussion,
  updateIssueDiscussionNote,
  updateMergeRequestDiscussionNote,
  updateSnippetDiscussionNote,
  updateCommitDiscussionNote,
  updateEpicDiscussionNote,
];
