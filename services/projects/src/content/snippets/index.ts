import { createPersonalSnippet, createProjectSnippet } from './operations/create-snippet';
import { deletePersonalSnippet, deleteProjectSnippet } from './operations/delete-snippet';
import { getRawPersonalSnippet, getRawProjectSnippet } from './operations/get-raw-snippet';
import { getPersonalSnippet, getProjectSnippet } from './operations/get-snippet';
import {
  getPersonalSnippetUserAgentDetail,
  getProjectSnippetUserAgentDetail,
} from './operations/get-snippet-user-agent-detail';
import { listPersonalSnippets, listProjectSnippets, listPublicSnippets } from './operations/list-snippets';
import { updatePersonalSnippet, updateProjectSnippet } from './operations/update-snippet';

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
