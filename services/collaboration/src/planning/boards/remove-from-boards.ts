/** Removes deleted labels, milestones and users from boards. Idempotent. */
import type { QueryFilter } from 'mongoose';
import { changeAll } from '#queries';
import type { BoardDocument, ListSubject, StoredList } from './board.model';
import type { BoardsDeps } from './deps';

/**
 * Removes the lists and board scopes that refer to a deleted label, milestone or user. With a
 * replacement, they refer to that instead, and duplicate lists of a board are removed.
 */
export async function removeFromBoards(
  deps: BoardsDeps,
  key: ListSubject,
  id: number,
  replacement: number | null = null,
): Promise<void> {
  const filter: QueryFilter<BoardDocument> = { [`lists.${key}`]: id };
  const rows = await deps.boards.model.find(filter, { _id: 1 }).lean<{ _id: number }[]>();
  for (const { _id } of rows)
    await deps.boards.mutate(_id, ({ lists }) => ({ set: { lists: withoutSubject(lists, key, id, replacement) } }));
  await removeFromScopes(deps, key, id, replacement);
}

function withoutSubject(
  lists: readonly StoredList[],
  key: ListSubject,
  id: number,
  replacement: number | null,
): StoredList[] {
  const hasReplacement = replacement === null || lists.some((list) => list[key] === replacement);
  if (hasReplacement) return lists.filter((list) => list[key] !== id);
  return lists.map((list) => (list[key] === id ? { ...list, [key]: replacement } : list));
}

async function removeFromScopes(
  deps: BoardsDeps,
  key: ListSubject,
  id: number,
  replacement: number | null,
): Promise<void> {
  const { model } = deps.boards;
  if (key !== 'label_id') return changeAll(model, { [key]: id }, { $set: { [key]: replacement } });
  const has = { label_ids: id };
  if (replacement !== null)
    await changeAll(
      model,
      { $and: [has, { label_ids: { $ne: replacement } }] },
      { $addToSet: { label_ids: replacement } },
    );
  await changeAll(model, has, { $pull: has });
}
