/** Finds releases and their links for requests. */
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { BLOCKED_URL, findRelease, isAllowedUrl, type ReleaseDocument, type ReleaseLinkDocument } from '#refs/releases';
import type { ReleaseLinksDeps } from './deps';

/** The release of a tag. 404 if none exists. */
export async function findLinkedRelease(call: Call<ReleaseLinksDeps>, tagName: string): Promise<ReleaseDocument> {
  const release = await findRelease(call.deps, call.resource().id, tagName);
  if (!release) throw new NotFoundError();
  return release;
}

/** A link of a release. 404 if none exists. */
export function findLink({ links }: ReleaseDocument, id: number): ReleaseLinkDocument {
  const link = links.find((each) => each.id === id);
  if (!link) throw new NotFoundError();
  return link;
}

/**
 * Validates a link against the other links of its release. Throws ValidationError with the API's
 * messages.
 */
export function assertLink(
  link: Pick<ReleaseLinkDocument, 'name' | 'url'>,
  others: readonly ReleaseLinkDocument[],
): void {
  const taken = (key: 'name' | 'url'): string[] =>
    others.some((other) => other[key] === link[key]) ? ['has already been taken'] : [];
  const name = [...(link.name.trim() === '' ? ["can't be blank"] : []), ...taken('name')];
  const url = [...(isAllowedUrl(link.url) ? [] : [BLOCKED_URL]), ...taken('url')];
  if (name.length + url.length > 0)
    throw new ValidationError({ ...(url.length > 0 && { url }), ...(name.length > 0 && { name }) });
}

/** The highest id that a link of the release has ever had. */
export function lastLinkId({ links, last_link_id = 0 }: ReleaseDocument): number {
  return Math.max(last_link_id, ...links.map(({ id }) => id));
}
