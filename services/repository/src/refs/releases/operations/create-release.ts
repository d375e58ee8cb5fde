import { BadRequestError, ConflictError, ForgeError, NotFoundError } from '@forgemesh/errors';
import type { Call, Parameters } from '@forgemesh/rpc';
import { ReleaseServiceDefinition, type CreateReleaseRequest } from '@forgemesh/proto/repository/v1/release';
import { locateRepository } from '#commits/resolve-commit';
import type { TagRef } from '@forgemesh/git-engine';
import { operation } from '#operation';
import type { Repositories } from '#deps';
import { addTag } from '#refs/tags/add-tag';
import { addRelease } from '../add-release';
import { findReleasedTag, findRelease } from '../find-release';
import { BLOCKED_URL, isAllowedUrl } from '../link-rules';
import { presentReleases } from '../release.entity';

/** Creates a release, and its tag if it does not exist. */
export const createRelease = operation(ReleaseServiceDefinition.createRelease, async (request, call) => {
  const earlier = call.operationId ? await call.deps.releases.findByOperation(call.operationId) : null;
  const document = earlier ?? (await addReleaseWithTag(call, request));
  const [release] = await presentReleases(call, [document]);
  if (!release) throw new NotFoundError();
  return release;
});

async function addReleaseWithTag(call: Call<Repositories>, request: Parameters<CreateReleaseRequest>) {
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

async function ensureTag(call: Call<Repositories>, name: string, ref: string | undefined): Promise<TagRef> {
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
