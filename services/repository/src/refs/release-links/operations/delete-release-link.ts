import { operation, type Call } from '@forgemesh/rpc';
import { ReleaseLinkServiceDefinition } from '@forgemesh/proto/repository/v1/release_link';
import { presentLink } from '#refs/releases';
import { findLink, findLinkedRelease, lastLinkId } from '../find-link';
import type { ReleaseLinksDeps } from '../deps';

/** Deletes a link of a release and returns it. */
export const deleteReleaseLink = operation(
  ReleaseLinkServiceDefinition.deleteReleaseLink,
  async (request, call: Call<ReleaseLinksDeps>) => {
    const found = await findLinkedRelease(call, request.tag_name);
    let deleted = findLink(found, request.link_id);
    await call.deps.releases.mutate(found._id, (release) => {
      deleted = findLink(release, request.link_id);
      const links = release.links.filter(({ id }) => id !== deleted.id);
      return { set: { links, last_link_id: lastLinkId(release) } };
    });
    return presentLink(call.deps.urls, deleted);
  },
);
