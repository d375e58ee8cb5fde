import {
  PersonalSnippetServiceDefinition,
  ProjectSnippetServiceDefinition,
} from '@forgemesh/proto/projects/v1/snippet';
import { operation } from '../../../operation';
import { findSnippet } from '../snippet-access';
import type { SnippetDocument } from '../snippet.model';

/** Tells from where a snippet of a project was created. */
export const getProjectSnippetUserAgentDetail = operation(
  ProjectSnippetServiceDefinition.getProjectSnippetUserAgentDetail,
  async ({ snippet_id: id }, call) => present(await findSnippet(call, call.resource('id').id, id)),
);

/** Tells from where a snippet of a user was created. */
export const getPersonalSnippetUserAgentDetail = operation(
  PersonalSnippetServiceDefinition.getPersonalSnippetUserAgentDetail,
  async ({ snippet_id: id }, call) => present(await findSnippet(call, null, id)),
);

/** Nothing is sent to a spam check here. */
function present({ user_agent, ip_address }: SnippetDocument) {
  return { user_agent, ip_address, akismet_submitted: false };
}
