import { operation, type Call } from '@forgemesh/rpc';
import { pageInfo, pageOf } from '@forgemesh/data';
import { ReleaseLinkServiceDefinition } from '@forgemesh/proto/repository/v1/release_link';
import { presentLinks } from '#refs/releases';
import { findLinkedRelease } from '../find-link';
import type { ReleaseLinksDeps } from '../deps';

/**
 * Lists the links of a release, newest first. They are part of its document and paginated in
 * memory.
 */
export const listReleaseLinks = operation(
  ReleaseLinkServiceDefinition.listReleaseLinks,
  async (request, call: Call<ReleaseLinksDeps>) => {
    const { links } = await findLinkedRelease(call, request.tag_name);
    const { page, per_page, skip } = pageOf(request);
    call.setPage(pageInfo({ page, per_page, total: links.length, found: Math.max(links.length - skip, 0) }));
    return { links: presentLinks(call.deps.urls, links).slice(skip, skip + per_page) };
  },
);
