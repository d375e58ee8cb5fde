/**
 * Writes a merge commit whose conflicts a client has resolved. It is durable when the promise
 * resolves, but no ref points at it yet.
 */
import { GitError } from '../../errors';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import { checkGitmodules } from '../check-gitmodules';
import type { Identity } from '../identity';
import { ObjectBatch } from '../objects/object-batch';
import { decodeTree, encodeCommit } from '../objects/object-encoding';
import { TreeEditor } from '../objects/tree-editor';
import { checkPath, isGitmodules } from '../path-rules';
import { type ConflictFile, type ConflictResolution, MAX_CONFLICT_BYTES, MAX_CONFLICT_FILES } from './conflict.types';
import { describeConflict } from './list-conflicts';
import { mergeWithConflicts } from './merge-with-conflicts';

export interface ResolveConflictsInput {
  repo: string;
  /** Commit to merge into. */
  ours: string;
  /** Commit to merge. */
  theirs: string;
  resolutions: readonly ConflictResolution[];
  message: string;
  author: Identity;
  committer: Identity;
}

/**
 * The merge commit. Errors, with texts for users: `refused` if a file in conflict is not resolved,
 * a resolution names another file or does not fit its kind, for a NUL byte in the message, and for
 * unrelated histories; `object_not_found` for an unknown commit.
 */
export async function resolveConflicts(
  context: GitContext,
  repository: Repository,
  input: ResolveConflictsInput,
): Promise<{ commit_id: string }> {
  const { ours, theirs, message, author, committer } = input;
  if (message.includes('\0')) throw new GitError('refused', 'A commit message cannot contain a null byte');
  const { tree_id, unmerged } = await mergeWithConflicts(context, repository, { ours, theirs });
  if (unmerged.length > MAX_CONFLICT_FILES)
    throw new GitError('refused', `More than ${MAX_CONFLICT_FILES} files are in conflict. Merge the branches locally`);
  const pending = new Map(input.resolutions.map((resolution) => [resolution.path, resolution]));
  const budget = { bytes: MAX_CONFLICT_BYTES };
  const batch = new ObjectBatch(input.repo);
  const editor = new TreeEditor((id) => readTree(repository, id), tree_id);
  for (const path of unmerged) {
    const resolution = pending.get(path.path);
    if (!resolution) throw new GitError('refused', `The conflict in ${path.path} is not resolved`);
    pending.delete(path.path);
    await apply({ editor, batch }, await describeConflict(context, repository, path, budget), resolution);
  }
  const [unknown] = pending.keys();
  if (unknown !== undefined) throw new GitError('refused', `${unknown} is not in conflict`);
  const tree = await editor.write((content) => batch.add('tree', content));
  const commit_id = batch.add('commit', encodeCommit({ tree, parents: [ours, theirs], author, committer, message }));
  await batch.flush();
  return { commit_id };
}

/** Puts the resolved file into the tree, or removes it. */
async function apply(
  { editor, batch }: { editor: TreeEditor; batch: ObjectBatch },
  file: ConflictFile,
  resolution: ConflictResolution,
): Promise<void> {
  if (file.kind === 'path')
    throw new GitError('refused', `The conflict in ${file.path} must be resolved locally: both sides use the path`);
  const path = checkPath(file.path);
  const merged = await editor.inspect(path);
  if (merged.kind === 'folder' || merged.kind === 'above')
    throw new GitError('refused', `The conflict in ${file.path} must be resolved locally: both sides use the path`);
  if ('side' in resolution) {
    const chosen = file[resolution.side];
    if (chosen) await editor.put(path, chosen.mode, chosen.blob_id);
    else if (merged.kind === 'file') await editor.remove(path);
    return;
  }
  if (file.kind !== 'text')
    throw new GitError('refused', `The conflict in ${file.path} can only be resolved with one of its sides`);
  const content = Buffer.from('content' in resolution ? resolution.content : joinSections(file, resolution.sections));
  const mode = merged.kind === 'file' ? merged.entry.mode : (file.ours ?? file.theirs)?.mode;
  if (mode === undefined) throw new GitError('git_failed', 'a text in conflict has a mode');
  if (isGitmodules(Buffer.from(path.at(-1) ?? '', 'latin1').toString())) checkGitmodules(content, false);
  await editor.put(path, mode, batch.add('blob', content));
}

function joinSections({ path, sections }: ConflictFile, choices: Readonly<Record<string, 'ours' | 'theirs'>>): string {
  const known = new Set(sections.map(({ id }) => id));
  const unknown = Object.keys(choices).find((id) => !known.has(id));
  if (unknown !== undefined) throw new GitError('refused', `${path} has no conflict ${unknown}`);
  const texts = sections.map((section) => {
    if (section.id === null) return section.ours;
    const side = choices[section.id];
    if (side === undefined) throw new GitError('refused', `The conflict ${section.id} in ${path} is not resolved`);
    return section[side];
  });
  return texts.join('');
}

async function readTree(repository: Repository, id: string): Promise<ReturnType<typeof decodeTree>> {
  const object = await repository.read(id);
  if (object?.type !== 'tree') throw new GitError('object_not_found', `${id} is not a tree`);
  return decodeTree(object.data);
}
