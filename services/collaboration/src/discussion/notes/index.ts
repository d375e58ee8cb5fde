import { createEpicNote, createIssueNote, createMergeRequestNote, createSnippetNote } from './operations/create-note';
import { deleteEpicNote, deleteIssueNote, deleteMergeRequestNote, deleteSnippetNote } from './operations/delete-note';
import { getEpicNote, getIssueNote, getMergeRequestNote, getSnippetNote } from './operations/get-note';
import { listEpicNotes, listIssueNotes, listMergeRequestNotes, listSnippetNotes } from './operations/list-notes';
import { updateEpicNote, updateIssueNote, updateMergeRequestNote, updateSnippetNote } from './operations/update-note';

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
