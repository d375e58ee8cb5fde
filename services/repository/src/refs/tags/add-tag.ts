/** Creates tags for the tags API and for releases whose tag does not exist yet. */
import { BadRequestError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { identitiesOf, refusalOf } from '#commits/history';
import { locateRepository, resolveCommit } from '#commits';
import { isGitError, zeroId, isValidTagName } from '@forgemesh/git-engine';
import { checkRefChange } from '#access';
import { listTagProtectionsFor } from '#refs/protected-tags';
import type { TagsDeps } from './deps';

type Deps = Pick<TagsDeps, 'git' | 'storages' | 'clients' | 'refs' | 'protectedTags'>;

/** The tag to create. */
export interface NewTag {
  name: string;
  /** Branch, tag or commit. */
  ref: string;
  /** Makes the tag annotated. */
  message?: string | undefined;
}

/**
 * Creates a tag; a retry succeeds with the tag of the first attempt. Throws BadRequestError with
 * the API's messages.
 */
export async function addTag(call: Call<Deps>, { name, ref, message }: NewTag): Promise<void> {
  if (await call.deps.refs.findEarlier(call.operationId)) return;
  const { git } = call.deps;
  const location = locateRepository(call);
  const { repo } = location;
  if (!isValidTagName(name)) throw new BadRequestError('Tag name invalid');
  const fullName = `refs/tags/${name}`;
  if (await git.findRef({ repo, name: fullName })) throw new BadRequestError(`Tag ${name} already exists`);
  const target = await resolveCommit(call, ref);
  if (target === null) throw new BadRequestError(`Target ${ref} is invalid`);

  const requested = { ref: fullName, old: zeroId, new: target, forced: false };
  const protections = await listTagProtectionsFor(call.deps, location.project_id, call.user);
  const refusal = checkRefChange(call.resource(), requested, [], 'api', protections);
  if (refusal !== null) throw new BadRequestError(refusal);
  const id = message ? await writeTagObject(call, repo, { name, target, message }) : target;
  const { id: userId, username, name: userName } = call.principal;
  try {
    await call.deps.refs.change({
      location,
      change: { ref: fullName, old: zeroId, new: id },
      actor: { user_id: userId, username, name: userName },
      may_be_default: false,
      operation_id: call.operationId,
    });
  } catch (error) {
    // Created concurrently, or the name conflicts with another one (`a` and `a/b`).
    if (!isGitError(error, 'conflict')) throw error;
    const isTaken = await git.findRef({ repo, name: fullName });
    throw new BadRequestError(isTaken ? `Tag ${name} already exists` : 'Tag name invalid', { cause: error });
  }
}

async function writeTagObject(
  call: Call<Deps>,
  repo: string,
  { name, target, message }: { name: string; target: string; message: string },
): Promise<string> {
  const { committer: tagger } = await identitiesOf(call.deps, call.user);
  try {
    const annotation = { message, tagger };
    return await call.deps.git.writeTag({ repo, name, target, target_type: 'commit', annotation });
  } catch (error) {
    throw refusalOf(error);
  }
}
