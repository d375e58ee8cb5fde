import {
  PersonalSnippetServiceDefinition,
  ProjectSnippetServiceDefinition,
} from '@forgemesh/proto/projects/v1/snippet';
import { operation, type Call } from '@forgemesh/rpc';
import { findSnippet } from '../snippet-access';
import type { SnippetDocument } from '../snippet.model';
import type { SnippetsDeps } from '../deps';

/** Gets the user agent and IP address of the request that created a project snippet. */
export const getProjectSnippetUserAgentDetail = operation(
  ProjectSnippetServiceDefinition.getProjectSnippetUserAgentDetail,
  async ({ snippet_id: id }, call: Call<SnippetsDeps>) => present(await findSnippet(call, call.resource('id').id, id)),
);

/** Gets the user agent and IP address of the request that created a personal snippet. */
export const getPersonalSnippetUserAgentDetail = operation(
  PersonalSnippetServiceDefinition.getPersonalSnippetUserAgentDetail,
  async ({ snippet_id: id }, call: Call<SnippetsDeps>) => present(await findSnippet(call, null, id)),
);

/** Administrators cannot report a snippet to the spam check, so nothing is ever submitted. */
function present({ user_agent, ip_address }: SnippetDocument) {
  return { user_agent, ip_address, akismet_submitted: false };
}
