/** Lists tags by page, with the data of annotated tags. */
import { type Commit, findCommit } from '../objects/commit';
import { findTag } from '../objects/tag';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';
import { type Page, pageOf } from './list-refs';
import { type Ref, isRefName, refStore } from './ref-store';
import { searchRefs } from './search';

export interface ListTagsInput extends Page {
  repo: string;
  search?: string;
  /** By name, or by the date of the tagged commit (default). */
  order_by?: 'name' | 'updated';
  /** Default: descending, as in the API. */
  descending?: boolean;
}

export interface TagRef {
  /** Name without `refs/tags/`. */
  name: string;
  /** Target of the ref: the id of the tag object, or of the commit for a lightweight tag. */
  id: string;
  /** Message of an annotated tag, null for a lightweight one. */
  message: string | null;
  /** The tagged commit; null when the tag leads to another kind of object. */
  commit: Commit | null;
}

const folder = 'refs/tags';

/** A page of tags and their total number. */
export async function listTags(context: GitContext, input: ListTagsInput): Promise<{ tags: TagRef[]; total: number }> {
  const repository = context.repository(input.repo);
  const all = refStore(repository).list(folder);
  const sorted = input.order_by === 'name' ? all : await sortByDate(repository, all);
  const matching = searchRefs(repository, sorted, { folder, search: input.search });
  const page = pageOf(matching, input, input.descending !== false);
  const tags = await Promise.all(page.map((ref) => presentTag(repository, ref)));
  return { tags, total: matching.length };
}

/** One tag by its short name, or null. */
export async function getTag(context: GitContext, input: { repo: string; name: string }): Promise<TagRef | null> {
  const repository = context.repository(input.repo);
  const name = `${folder}/${input.name}`;
  const ref = isRefName(name) && repository.exists ? refStore(repository).find(name) : undefined;
  return ref === undefined ? null : await presentTag(repository, ref);
}

async function presentTag(repository: Repository, ref: Ref): Promise<TagRef> {
  const { message, commit } = await followTag(repository, ref.id);
  return { name: shortName(ref), id: ref.id, message, commit: commit ?? null };
}

async function followTag(repository: Repository, id: string): Promise<{ message: string | null; commit?: Commit }> {
  const commit = await findCommit(repository, id);
  if (commit !== undefined) return { message: null, commit };
  const tag = await findTag(repository, id);
  if (tag === undefined) return { message: null };
  const target = tag.target_type === 'tag' ? (await followTag(repository, tag.target_id)).commit : undefined;
  return { message: tag.message, commit: target ?? (await findCommit(repository, tag.target_id)) };
}

// Sorting by date needs every tag's commit; the dates are cached by object id, which changes when a
// tag moves.
async function sortByDate(repository: Repository, refs: readonly Ref[]): Promise<readonly Ref[]> {
  const sorted = repository.slot('tags by date', () => new WeakMap<readonly Ref[], readonly Ref[]>());
  const cached = sorted.get(refs);
  if (cached !== undefined) return cached;
  const dates = repository.cache<number>('tag dates', 4 * 1024 * 1024, () => 150);
  const dated = await Promise.all(
    refs.map(async (ref) => {
      const date = dates.peek(ref.id) ?? (await followTag(repository, ref.id)).commit?.committer.seconds ?? 0;
      dates.set(ref.id, date);
      return { ref, date };
    }),
  );
  const result = dated.sort((a, b) => a.date - b.date || (a.ref.name < b.ref.name ? -1 : 1)).map(({ ref }) => ref);
  sorted.set(refs, result);
  return result;
}

function shortName(ref: Ref): string {
  return ref.name.slice(folder.length + 1);
}
