import { createPersonalSnippet, createProjectSnippet } from './create-snippet';
import { deletePersonalSnippet, deleteProjectSnippet } from './delete-snippet';
import { getRawPersonalSnippet, getRawProjectSnippet } from './get-raw-snippet';
import { getPersonalSnippet, getProjectSnippet } from './get-snippet';
import { getPersonalSnippetUserAgentDetail, getProjectSnippetUserAgentDetail } from './get-snippet-user-agent-detail';
import { listPersonalSnippets, listProjectSnippets, listPublicSnippets } from './list-snippets';
import { updatePersonalSnippet, updateProjectSnippet } from './update-snippet';

export const snippetOperations = [
  createPersonalSnippet,
  createProjectSnippet,
  deletePersonalSnippet,
  deleteProjectSnippet,
  getPersonalSnippet,
  getPersonalSnippetUserAgentDetail,
  getProjectSnippet,
  getProjectSnippetUserAgentDetail,
  getRawPersonalSnippet,
  getRawProjectSnippet,
  listPersonalSnippets,
  listProjectSnippets,
  listPublicSnippets,
  updatePersonalSnippet,
  updateProjectSnippet,
];
