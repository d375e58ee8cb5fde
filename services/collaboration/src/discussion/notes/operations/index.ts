import { createEpicNote, createIssueNote, createMergeRequestNote, createSnippetNote } from './create-note';
import { deleteEpicNote, deleteIssueNote, deleteMergeRequestNote, deleteSnippetNote } from './delete-note';
import { getEpicNote, getIssueNote, getMergeRequestNote, getSnippetNote } from './get-note';
import { listEpicNotes, listIssueNotes, listMergeRequestNotes, listSnippetNotes } from './list-notes';
import { updateEpicNote, updateIssueNote, updateMergeRequestNote, updateSnippetNote } from './update-note';

export const noteOperations = [
  createEpicNote,
  createIssueNote,
  createMergeRequestNote,
  createSnippetNote,
  deleteEpicNote,
  deleteIssueNote,
  deleteMergeRequestNote,
  deleteSnippetNote,
  getEpicNote,
  getIssueNote,
  getMergeRequestNote,
  getSnippetNote,
  listEpicNotes,
  listIssueNotes,
  listMergeRequestNotes,
  listSnippetNotes,
  updateEpicNote,
  updateIssueNote,
  updateMergeRequestNote,
  updateSnippetNote,
];
