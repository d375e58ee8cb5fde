/** Lists the files that git cannot merge, with the sections of their texts. */
import { GitError } from '../../errors';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import {
  type ConflictFile,
  type ConflictKind,
  MAX_CONFLICT_BYTES,
  MAX_CONFLICT_FILES,
  MAX_CONFLICT_TEXT_BYTES,
} from './conflict.types';
import { mergeWithConflicts, type UnmergedPath } from './merge-with-conflicts';
import { mergeTexts, type TextVersions } from './text-conflicts';

export interface ListConflictsInput {
  repo: string;
  /** Commit to merge into. */
  ours: string;
  /** Commit to merge. */
  theirs: string;
}

export interface ListConflictsResult {
  /** At most 200 files. */
  files: ConflictFile[];
  /** Number of all files in conflict. */
  files_count: number;
}

const modes = { link: '120000', submodule: '160000' };

/**
 * The files in conflict; none if the merge is clean. Errors: `refused` for unrelated histories,
 * `object_not_found` for an unknown commit.
 */
export async function listConflicts(
  context: GitContext,
  repository: Repository,
  { ours, theirs }: ListConflictsInput,
): Promise<ListConflictsResult> {
  const { unmerged } = await mergeWithConflicts(context, repository, { ours, theirs });
  const budget = { bytes: MAX_CONFLICT_BYTES };
  const files: ConflictFile[] = [];
  for (const path of unmerged.slice(0, MAX_CONFLICT_FILES))
    files.push(await describeConflict(context, repository, path, budget));
  return { files, files_count: unmerged.length };
}

/** Describes one file. Takes the size of its texts from the budget. */
export async function describeConflict(
  context: GitContext,
  repository: Repository,
  unmerged: UnmergedPath,
  budget: { bytes: number },
): Promise<ConflictFile> {
  const { path, ours, theirs } = unmerged;
  const file: ConflictFile = { path, kind: kindOfSides(unmerged) ?? 'text', ours, theirs, sections: [] };
  if (file.kind !== 'text') return file;
  const texts = await readTexts(repository, unmerged, budget);
  if (typeof texts === 'string') return { ...file, kind: texts };
  file.sections = await mergeTexts(context, repository, texts);
  // Only the modes are in conflict.
  if (file.sections.every(({ id }) => id === null)) return { ...file, kind: 'special', sections: [] };
  return file;
}

/** The kind of a conflict for which the contents do not matter. */
function kindOfSides({ ours, theirs, base, isStructural }: UnmergedPath): ConflictKind | undefined {
  if (isStructural) return 'path';
  const special: string[] = [modes.link, modes.submodule];
  if ([ours, theirs, base].some((side) => side !== null && special.includes(side.mode))) return 'special';
  return ours === null || theirs === null ? 'deleted' : undefined;
}

/** The versions of a text, or the reason why they cannot be shown. */
async function readTexts(
  repository: Repository,
  unmerged: UnmergedPath,
  budget: { bytes: number },
): Promise<TextVersions | 'binary' | 'too_large'> {
  const ids = [unmerged.ours, unmerged.base, unmerged.theirs].map((side) => side?.blob_id);
  const sizes = await Promise.all(ids.map((id) => sizeOf(repository, id)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > budget.bytes || sizes.some((size) => size > MAX_CONFLICT_TEXT_BYTES)) return 'too_large';
  const [ours, base, theirs] = await Promise.all(ids.map((id) => read(repository, id)));
  if (!ours || !base || !theirs) throw new GitError('git_failed', 'a merge has three versions of a file');
  if (![ours, base, theirs].every(isText)) return 'binary';
  budget.bytes -= total;
  return { ours, base, theirs };
}

async function sizeOf(repository: Repository, id: string | undefined): Promise<number> {
  return id === undefined ? 0 : ((await repository.info(id))?.size ?? 0);
}

async function read(repository: Repository, id: string | undefined): Promise<Buffer> {
  if (id === undefined) return Buffer.alloc(0);
  const object = await repository.read(id);
  if (object?.type !== 'blob') throw new GitError('object_not_found', 'there is no such blob');
  return object.data;
}

/** UTF-8 without NUL bytes: a text in another encoding would be changed by an edit. */
function isText(bytes: Buffer): boolean {
  return !bytes.includes(0) && bytes.equals(Buffer.from(bytes.toString('utf8')));
}
