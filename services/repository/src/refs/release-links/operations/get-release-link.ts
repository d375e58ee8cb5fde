import { ReleaseLinkServiceDefinition } from '@forgemesh/proto/repository/v1/release_link';
import { operation } from '#operation';
import { presentLink } from '#refs/releases/release.entity';
import { findLink, findLinkedRelease } from '../find-link';

/** Gets a link of a release. */
export const getReleaseLink = operation(ReleaseLinkServiceDefinition.getReleaseLink, async (request, call) =>
  presentLink(call.deps.urls, findLink(await findLinkedRelease(call, request.tag_name), request.link_id)),
);
