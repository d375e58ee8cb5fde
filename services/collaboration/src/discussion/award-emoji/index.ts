import {
  createIssueAwardEmoji,
  createMergeRequestAwardEmoji,
  createSnippetAwardEmoji,
} from './operations/create-award-emoji';
import {
  deleteIssueAwardEmoji,
  deleteMergeRequestAwardEmoji,
  deleteSnippetAwardEmoji,
} from './operations/delete-award-emoji';
import { getIssueAwardEmoji, getMergeRequestAwardEmoji, getSnippetAwardEmoji } from './operations/get-award-emoji';
import { listIssueAwardEmoji, listMergeRequestAwardEmoji, listSnippetAwardEmoji } from './operations/list-award-emoji';

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
