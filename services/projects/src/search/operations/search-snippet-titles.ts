import { listRange } from '@forgemesh/data';
import { SnippetSearchServiceDefinition } from '@forgemesh/proto/projects/v1/member_search';
import { operation, type Call } from '@forgemesh/rpc';
import { visibleTo, presentSnippets, withoutContent, inReadableProjects } from '#content/snippets';
import type { SearchDeps } from '../deps';

/** Searches snippets by title and file name. */
export const searchSnippetTitles = operation(
  SnippetSearchServiceDefinition.searchSnippetTitles,
  async (request, call: Call<SearchDeps>) => {
    const snippets = await listRange(call, call.deps.snippetLists, {
      filter: { $and: [await call.deps.snippets.searchFilter(request.search), visibleTo(call)] },
      check: inReadableProjects(call),
      sort: { _id: -1 },
      request,
      projection: withoutContent,
    });
    return { snippets: await presentSnippets(call.deps, snippets, { with_email: true }) };
  },
);
