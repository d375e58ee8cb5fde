import { operation, type Call } from '@forgemesh/rpc';
import { ReleaseLinkServiceDefinition } from '@forgemesh/proto/repository/v1/release_link';
import { presentLink } from '#refs/releases';
import { findLink, findLinkedRelease } from '../find-link';
import type { ReleaseLinksDeps } from '../deps';

/** Gets a link of a release. */
export const getReleaseLink = operation(
  ReleaseLinkServiceDefinition.getReleaseLink,
  async (request, call: Call<ReleaseLinksDeps>) =>
    presentLink(call.deps.urls, findLink(await findLinkedRelease(call, request.tag_name), request.link_id)),
);
