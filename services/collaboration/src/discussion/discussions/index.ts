import {
  createIssueDiscussionNote,
  createMergeRequestDiscussionNote,
  createSnippetDiscussionNote,
  createCommitDiscussionNote,
  createEpicDiscussionNote,
} from './operations/create-discussion-note';
import {
  createIssueDiscussion,
  createMergeRequestDiscussion,
  createSnippetDiscussion,
  createCommitDiscussion,
  createEpicDiscussion,
} from './operations/create-discussion';
import {
  deleteIssueDiscussionNote,
  deleteMergeRequestDiscussionNote,
  deleteSnippetDiscussionNote,
  deleteCommitDiscussionNote,
  deleteEpicDiscussionNote,
} from './operations/delete-discussion-note';
import {
  getIssueDiscussionNote,
  getMergeRequestDiscussionNote,
  getSnippetDiscussionNote,
  getCommitDiscussionNote,
  getEpicDiscussionNote,
} from './operations/get-discussion-note';
import {
  getIssueDiscussion,
  getMergeRequestDiscussion,
  getSnippetDiscussion,
  getCommitDiscussion,
  getEpicDiscussion,
} from './operations/get-discussion';
import {
  listIssueDiscussions,
  listMergeRequestDiscussions,
  listSnippetDiscussions,
  listCommitDiscussions,
  listEpicDiscussions,
} from './operations/list-discussions';
import { resolveMergeRequestDiscussion } from './operations/resolve-merge-request-discussion';
import {
  updateIssueDiscussionNote,
  updateMergeRequestDiscussionNote,
  updateSnippetDiscussionNote,
  updateCommitDiscussionNote,
  updateEpicDiscussionNote,
} from './operations/update-discussion-note';

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
