import { createIssueAwardEmoji, createMergeRequestAwardEmoji, createSnippetAwardEmoji } from './create-award-emoji';
import { deleteIssueAwardEmoji, deleteMergeRequestAwardEmoji, deleteSnippetAwardEmoji } from './delete-award-emoji';
import { getIssueAwardEmoji, getMergeRequestAwardEmoji, getSnippetAwardEmoji } from './get-award-emoji';
import { listIssueAwardEmoji, listMergeRequestAwardEmoji, listSnippetAwardEmoji } from './list-award-emoji';

export const awardEmojiOperations = [
  createIssueAwardEmoji,
  createMergeRequestAwardEmoji,
  createSnippetAwardEmoji,
  deleteIssueAwardEmoji,
  deleteMergeRequestAwardEmoji,
  deleteSnippetAwardEmoji,
  getIssueAwardEmoji,
  getMergeRequestAwardEmoji,
  getSnippetAwardEmoji,
  listIssueAwardEmoji,
  listMergeRequestAwardEmoji,
  listSnippetAwardEmoji,
];
