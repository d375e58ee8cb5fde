import { listPage, type PageRequest } from '@forgemesh/data';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  PersonalSnippetServiceDefinition,
  ProjectSnippetServiceDefinition,
  type ListSnippetsResponse,
} from '@forgemesh/proto/projects/v1/snippet';
import type { QueryFilter } from 'mongoose';
import { visibleTo } from '../snippet-access';
import { presentSnippets } from '../snippet.entity';
import { withoutContent, type SnippetDocument } from '../snippet.model';
import type { SnippetsDeps } from '../deps';

/** Lists the snippets of a project that the caller may see. */
export const listProjectSnippets = operation(
  ProjectSnippetServiceDefinition.listProjectSnippets,
  (request, call: Call<SnippetsDeps>) =>
    list(call, request, { project_id: call.resource('id').id, ...visibleTo(call) }),
);

/** Lists the caller's personal snippets. */
export const listPersonalSnippets = operation(
  PersonalSnippetServiceDefinition.listPersonalSnippets,
  (request, call: Call<SnippetsDeps>) => list(call, request, { author_id: call.principal.id, project_id: null }),
);

/** Lists the public snippets of all users. */
export const listPublicSnippets = operation(
  PersonalSnippetServiceDefinition.listPublicSnippets,
  (request, call: Call<SnippetsDeps>) => list(call, request, { project_id: null, visibility: 'public' }),
);

async function list(
  call: Call<SnippetsDeps>,
  request: PageRequest,
  filter: QueryFilter<SnippetDocument>,
): Promise<ResponseOf<ListSnippetsResponse>> {
  const { model } = call.deps.snippets;
  const rows = await listPage(call, { model, filter, sort: { _id: -1 }, request, projection: withoutContent });
  return { snippets: await presentSnippets(call.deps, rows, { with_email: call.user !== null }) };
}
