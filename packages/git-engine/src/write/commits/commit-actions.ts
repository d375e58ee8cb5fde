/**
 * Builds one commit from a list of file actions. The commit and its objects are durable when the
 * promise resolves, but no ref points at them yet: the caller checks its policy and then moves the
 * ref. A rejected action writes nothing.
 */
import { GitError } from '../../errors';
import { checkObjectId, emptyTreeId, isObjectId } from '../../objects/object-id';
import { checkGitmodules } from '../check-gitmodules';
import type { Identity } from '../identity';
import { ObjectBatch } from '../objects/object-batch';
import { decodeTree, encodeCommit, type ObjectType, type TreeEntry } from '../objects/object-encoding';
import { checkPath, isGitmodules } from '../path-rules';
import { TreeEditor } from '../objects/tree-editor';

/** Reads any object by its full id; rejects with `object_not_found`. */
export type ReadObject = (id: string) => Promise<{ type: string; content: Buffer }>;

/** One action in API terms. `content` holds the decoded bytes. */
export type CommitAction =
  | { action: 'create'; file_path: string; content?: Uint8Array; execute_filemode?: boolean }
  | { action: 'update'; file_path: string; content: Uint8Array; last_commit_id?: string }
  | { action: 'delete'; file_path: string; last_commit_id?: string }
  | { action: 'move'; file_path: string; previous_path: string; content?: Uint8Array; last_commit_id?: string }
  | { action: 'chmod'; file_path: string; execute_filemode: boolean }
  | { action: 'update_submodule'; file_path: string; commit_sha: string };

export interface CommitActionsInput {
  /** Absolute folder of the repository. */
  repo: string;
  /** The commit to build on, or null for the first commit of a branch. */
  base_commit: string | null;
  actions: readonly CommitAction[];
  message: string;
  author: Identity;
  committer: Identity;
  /** False rejects a commit whose tree equals the base's tree. Default true. */
  allow_empty?: boolean;
}

export interface CommitActionsContext {
  readObject: ReadObject;
  /**
   * The last commit that touched a path, as seen from the base commit; called only for actions with
   * a `last_commit_id`.
   */
  lastCommitOf?: (baseCommit: string, path: string) => Promise<string | null>;
}

export interface CommitActionsResult {
  commit_id: string;
  tree_id: string;
  /** False when the new tree is the base's tree. */
  changed: boolean;
}

const plainMode = '100644';
const executableMode = '100755';
const linkMode = '120000';
const submoduleMode = '160000';

/**
 * Applies the actions in order and writes the commit. Errors: `invalid_path` and `path_not_found`
 * with the API's messages, `conflict` when a file changed since `last_commit_id`, `refused` for a
 * message or file that git would not accept and for an empty commit that is not allowed,
 * `object_not_found` for an unknown base.
 */
export async function commitActions(
  context: CommitActionsContext,
  input: CommitActionsInput,
): Promise<CommitActionsResult> {
  if (input.message.includes('\0')) throw new GitError('refused', 'A commit message cannot contain a null byte');
  await checkLastCommits(context, input);
  const baseTree = input.base_commit === null ? null : await treeOf(context.readObject, input.base_commit);
  const batch = new ObjectBatch(input.repo);
  const tree = new TreeEditor((id) => readTree(context.readObject, id), baseTree);
  for (const action of input.actions) await apply(tree, batch, action);
  const treeId = await tree.write((content) => batch.add('tree', content));
  const changed = treeId !== (baseTree ?? emptyTreeId);
  if (!changed && input.allow_empty === false) {
    throw new GitError('refused', 'Something went wrong. Your changes were not committed');
  }
  const parents = input.base_commit === null ? [] : [input.base_commit];
  const { author, committer, message } = input;
  const commitId = batch.add('commit', encodeCommit({ tree: treeId, parents, author, committer, message }));
  await batch.flush();
  return { commit_id: commitId, tree_id: treeId, changed };
}

async function checkLastCommits(context: CommitActionsContext, input: CommitActionsInput): Promise<void> {
  for (const action of input.actions) {
    const expected = 'last_commit_id' in action ? action.last_commit_id : undefined;
    if (!expected) continue;
    const path = action.action === 'move' ? action.previous_path : action.file_path;
    if (!context.lastCommitOf) throw new TypeError('last_commit_id needs lastCommitOf');
    const found = input.base_commit === null ? null : await context.lastCommitOf(input.base_commit, path);
    if (found !== expected) {
      throw new GitError('conflict', `The file has changed since you started editing it: ${path}`);
    }
  }
}

async function apply(tree: TreeEditor, batch: ObjectBatch, action: CommitAction): Promise<void> {
  const path = checkPath(action.file_path);
  if (action.action === 'create') {
    await checkFree(tree, path);
    await putFile(tree, batch, path, action.execute_filemode ? executableMode : plainMode, action.content);
  } else if (action.action === 'update') {
    const { mode } = await existing(tree, path, 'blob');
    await putFile(tree, batch, path, mode, action.content);
  } else if (action.action === 'delete') {
    await existing(tree, path);
    await tree.remove(path);
  } else if (action.action === 'move') {
    await move(tree, batch, path, action);
  } else if (action.action === 'update_submodule') {
    await updateSubmodule(tree, path, action);
  } else {
    const { mode, id } = await existing(tree, path, 'blob');
    if (mode === linkMode) throw new GitError('refused', 'A symbolic link has no execute flag');
    await tree.put(path, action.execute_filemode ? executableMode : plainMode, id);
  }
}

async function updateSubmodule(
  tree: TreeEditor,
  path: string[],
  { file_path: name, commit_sha: sha }: CommitAction & { action: 'update_submodule' },
): Promise<void> {
  const { mode, id } = await existing(tree, path);
  if (mode !== submoduleMode) throw new GitError('path_not_found', texts.missing);
  if (id === sha) throw new GitError('refused', `The submodule ${name} is already at ${sha}`);
  await tree.put(path, mode, checkObjectId(sha));
}

async function move(
  tree: TreeEditor,
  batch: ObjectBatch,
  path: string[],
  action: CommitAction & { action: 'move' },
): Promise<void> {
  const previous = checkPath(action.previous_path);
  const { mode, id } = await existing(tree, previous, action.content && 'blob');
  if ((await tree.inspect(path)).kind === 'file') throw new GitError('invalid_path', texts.fileExists);
  await tree.remove(previous);
  await checkFree(tree, path);
  if (isGitmodules(lastName(path))) throw new GitError('refused', 'Create .gitmodules instead of moving a file there');
  if (action.content) await putFile(tree, batch, path, mode, action.content);
  else await tree.put(path, mode, id);
}

async function putFile(
  tree: TreeEditor,
  batch: ObjectBatch,
  path: string[],
  mode: string,
  content: Uint8Array = new Uint8Array(),
): Promise<void> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (isGitmodules(lastName(path))) checkGitmodules(bytes, mode === linkMode);
  await tree.put(path, mode, batch.add('blob', bytes));
}

const texts = {
  fileExists: 'A file with this name already exists',
  folderExists: 'A directory with this name already exists',
  missing: "A file with this name doesn't exist",
} as const;

/** A new file needs a path where nothing exists and whose parents are folders. */
async function checkFree(tree: TreeEditor, path: string[]): Promise<void> {
  const { kind } = await tree.inspect(path);
  if (kind === 'folder') throw new GitError('invalid_path', texts.folderExists);
  if (kind !== 'nothing') throw new GitError('invalid_path', texts.fileExists);
}

/**
 * The entry of an existing file; with `'blob'` a submodule does not count, because it has no
 * content here.
 */
async function existing(tree: TreeEditor, path: string[], kind?: 'blob'): Promise<TreeEntry> {
  const found = await tree.inspect(path);
  if (found.kind !== 'file' || (kind === 'blob' && found.entry.mode === submoduleMode)) {
    throw new GitError('path_not_found', texts.missing);
  }
  return found.entry;
}

async function treeOf(readObject: ReadObject, commitId: string): Promise<string> {
  if (!isObjectId(commitId)) throw new GitError('object_not_found', 'the base is not a commit id');
  const commit = await expectType(readObject, commitId, 'commit');
  return commit.toString('latin1', 5, 45);
}

async function readTree(readObject: ReadObject, id: string): Promise<TreeEntry[]> {
  return decodeTree(await expectType(readObject, id, 'tree'));
}

async function expectType(readObject: ReadObject, id: string, type: ObjectType): Promise<Buffer> {
  const object = await readObject(id);
  if (object.type !== type) throw new GitError('object_not_found', `${id} is not a ${type}`);
  return object.content;
}

function lastName(path: readonly string[]): string {
  return Buffer.from(path[path.length - 1] ?? '', 'latin1').toString();
}
