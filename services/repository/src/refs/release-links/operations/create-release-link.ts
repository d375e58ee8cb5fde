import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { ReleaseLinkServiceDefinition } from '@forgemesh/proto/repository/v1/release_link';
import { presentLink, type ReleaseLinkDocument } from '#refs/releases';
import { assertLink, findLinkedRelease, lastLinkId } from '../find-link';
import type { ReleaseLinksDeps } from '../deps';

/** A release is one document, which must stay small enough for lists. */
const MAX_LINKS = 1_000;

/** Adds a link to a release; a retry returns the link of the first attempt. */
export const createReleaseLink = operation(
  ReleaseLinkServiceDefinition.createReleaseLink,
  async (request, call: Call<ReleaseLinksDeps>) => {
    const { name, url, tag_name } = request;
    const { operationId } = call;
    const isOwn = (link: ReleaseLinkDocument): boolean =>
      link.operation_id !== undefined && link.operation_id === operationId;
    const { _id } = await findLinkedRelease(call, tag_name);
    const changed = await call.deps.releases.mutate(_id, (release) => {
      const { links } = release;
      if (links.some(isOwn)) return null;
      assertLink({ name, url }, links);
      if (links.length >= MAX_LINKS) throw new BadRequestError(`Maximum number of links (${MAX_LINKS}) exceeded`);
      const id = lastLinkId(release) + 1;
      const link = { id, name, url, ...(operationId !== undefined && { operation_id: operationId }) };
      return { set: { links: [...links, link], last_link_id: id } };
    });
    const link = changed?.links.find(isOwn) ?? changed?.links.at(-1);
    if (!link) throw new NotFoundError();
    return presentLink(call.deps.urls, link);
  },
);
