import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ReleaseLinkServiceDefinition } from '@forgemesh/proto/repository/v1/release_link';
import { presentLink } from '#refs/releases';
import { assertLink, findLink, findLinkedRelease } from '../find-link';
import type { ReleaseLinksDeps } from '../deps';

/** Changes a link of a release. */
export const updateReleaseLink = operation(
  ReleaseLinkServiceDefinition.updateReleaseLink,
  async (request, call: Call<ReleaseLinksDeps>) => {
    const { name, url, link_id, tag_name } = request;
    const { _id } = await findLinkedRelease(call, tag_name);
    const changed = await call.deps.releases.mutate(_id, (release) => {
      const old = findLink(release, link_id);
      const next = { ...old, ...(name !== undefined && { name }), ...(url !== undefined && { url }) };
      assertLink(
        next,
        release.links.filter(({ id }) => id !== link_id),
      );
      return { set: { links: release.links.map((link) => (link.id === link_id ? next : link)) } };
    });
    if (!changed) throw new NotFoundError();
    return presentLink(call.deps.urls, findLink(changed, link_id));
  },
);
