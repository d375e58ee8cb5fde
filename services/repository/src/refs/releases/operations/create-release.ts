import { BadRequestError, ConflictError, ForgeError, NotFoundError } from '@forgemesh/errors';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { ReleaseServiceDefinition, type CreateReleaseRequest } from '@forgemesh/proto/repository/v1/release';
import { locateRepository } from '#commits';
import type { TagRef } from '@forgemesh/git-engine';
import { addTag } from '#refs/tags';
import { addRelease } from '../add-release';
import { findReleasedTag, findRelease } from '../find-release';
import { BLOCKED_URL, isAllowedUrl } from '../link-rules';
import { presentReleases } from '../release.entity';
import type { ReleasesDeps } from '../deps';

/** Creates a release, and its tag if it does not exist. */
export const createRelease = operation(
  ReleaseServiceDefinition.createRelease,
  async (request, call: Call<ReleasesDeps>) => {
    const earlier = call.operationId ? await call.deps.releases.findByOperation(call.operationId) : null;
    const document = earlier ?? (await addReleaseWithTag(call, request));
    const [release] = await presentReleases(call, [document]);
    if (!release) throw new NotFoundError();
    return release;
  },
);

async function addReleaseWithTag(call: Call<ReleasesDeps>, request: Parameters<CreateReleaseRequest>) {
  const { tag_name: tagName, name, description, released_at } = request;
  const links = request.assets?.links ?? [];
  if (await findRelease(call.deps, call.resource().id, tagName)) throw new ConflictError('Release already exists');
  assertLinks(links);
  return addRelease(call.deps.releases, call, await ensureTag(call, tagName, request.ref), {
    name,
    description,
    links: links.map((link) => ({ name: link.name, url: link.url })),
    ...(released_at && { released_at: new Date(released_at) }),
  });
}

async function ensureTag(call: Call<ReleasesDeps>, name: string, ref: string | undefined): Promise<TagRef> {
  const existing = await call.deps.git.getTag({ repo: locateRepository(call).repo, name });
  if (existing) return existing;
  if (!ref) throw new ForgeError('unprocessable', 'Ref is not specified');
  await addTag(call, { name, ref });
  return findReleasedTag(call, name);
}

function assertLinks(links: readonly { name: string; url: string }[]): void {
  for (const { url } of links) {
    if (!isAllowedUrl(url)) throw new BadRequestError(`Validation failed: Links url ${BLOCKED_URL}`);
  }
  for (const key of ['name', 'url'] as const) {
    if (new Set(links.map((link) => link[key])).size < links.length)
      throw new BadRequestError(`Validation failed: Links have duplicate values (${key})`);
  }
}
