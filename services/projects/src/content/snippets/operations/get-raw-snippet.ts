import {
  PersonalSnippetServiceDefinition,
  ProjectSnippetServiceDefinition,
} from '@forgemesh/proto/projects/v1/snippet';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { findSnippet } from '../snippet-access';
import { rawContent } from '../snippet-content';
import type { SnippetsDeps } from '../deps';

/** Downloads the content of a project snippet. */
export const getRawProjectSnippet = downloadOperation(
  ProjectSnippetServiceDefinition.getRawProjectSnippet,
  async ({ snippet_id: id }, call: Call<SnippetsDeps>) =>
    rawContent(call.deps, await findSnippet(call, call.resource('id').id, id)),
);

/** Downloads the content of a personal snippet. */
export const getRawPersonalSnippet = downloadOperation(
  PersonalSnippetServiceDefinition.getRawPersonalSnippet,
  async ({ snippet_id: id }, call: Call<SnippetsDeps>) => rawContent(call.deps, await findSnippet(call, null, id)),
);
