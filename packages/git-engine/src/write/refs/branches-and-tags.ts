/** Creates and deletes branches and tags with ref transactions. All ids are full object ids. */
import { GitError } from '../../errors';
import type { Identity } from '../identity';
import { writeObject } from '../objects/object-batch';
import { encodeTag, type ObjectType } from '../objects/object-encoding';
import { isValidBranchName, isValidTagName } from './ref-names';
import type { RefTransactions } from './ref-transactions';
import { branchRef, TAGS, zeroId } from '../../refs/ref-folders';

/**
 * Creates `refs/heads/<name>` at a commit. Errors: `invalid_ref`, `conflict` when it exists,
 * `object_not_found`.
 */
export async function createBranch(refs: RefTransactions, repo: string, name: string, commitId: string): Promise<void> {
  if (!isValidBranchName(name)) throw new GitError('invalid_ref', 'Branch name is invalid');
  await refs.update(repo, [{ ref: branchRef(name), old: zeroId, new: commitId }]);
}

/**
 * Deletes a branch that is still at `commitId`. Errors: `invalid_ref`, `conflict` when it has moved
 * or was deleted.
 */
export async function deleteBranch(refs: RefTransactions, repo: string, name: string, commitId: string): Promise<void> {
  if (!isValidBranchName(name)) throw new GitError('invalid_ref', 'The branch refname is invalid');
  await refs.update(repo, [{ ref: branchRef(name), old: commitId, new: zeroId }]);
}

export interface CreateTagInput {
  repo: string;
  name: string;
  target: string;
  target_type: ObjectType;
  /** With a message the tag is annotated, which creates a tag object. */
  annotation?: { message: string; tagger: Identity };
}

/**
 * Creates `refs/tags/<name>`; returns the id that the ref points at (the tag object for an
 * annotated tag). Errors: `invalid_ref`, `conflict` when it exists, `object_not_found`, `refused`
 * for a NUL byte in the message.
 */
export async function createTag(refs: RefTransactions, input: CreateTagInput): Promise<string> {
  if (!isValidTagName(input.name)) throw new GitError('invalid_ref', 'Tag name invalid');
  const id = input.annotation ? await writeTag(input, input.annotation) : input.target;
  await refs.update(input.repo, [{ ref: TAGS + input.name, old: zeroId, new: id }]);
  return id;
}

/**
 * Deletes a tag whose ref is still at `id`. Errors: `invalid_ref`, `conflict` when it has moved or
 * was deleted.
 */
export async function deleteTag(refs: RefTransactions, repo: string, name: string, id: string): Promise<void> {
  if (!isValidTagName(name)) throw new GitError('invalid_ref', 'Tag name invalid');
  await refs.update(repo, [{ ref: TAGS + name, old: id, new: zeroId }]);
}

/**
 * Writes the object of an annotated tag; no ref points at it yet. Errors: `refused` for a NUL byte
 * in the message.
 */
export async function writeTag(
  input: Omit<CreateTagInput, 'annotation'>,
  annotation: { message: string; tagger: Identity },
): Promise<string> {
  if (annotation.message.includes('\0')) throw new GitError('refused', 'A tag message cannot contain a null byte');
  const { name, target, target_type } = input;
  const content = encodeTag({ object: target, object_type: target_type, name, ...annotation });
  return writeObject(input.repo, 'tag', content);
}
