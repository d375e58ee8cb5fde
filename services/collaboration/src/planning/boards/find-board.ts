/** Finds the boards of a project or group. */
import { NotFoundError } from '@forgemesh/errors';
import type { LabelScope } from '#planning/labels';
import type { BoardDocument } from './board.model';
import type { BoardsDeps } from './deps';

/** Owner of a board. */
export type BoardOwner = Pick<BoardDocument, 'project_id' | 'group_id'>;

/** The project of a scope, or its group. */
export function ownerOf({ project_id: projectId, group_ids: groupIds }: LabelScope): BoardOwner {
  return { project_id: projectId, group_id: projectId === null ? (groupIds.at(-1) ?? null) : null };
}

/** A board of a project or group by id. Throws NotFoundError if there is none. */
export async function findBoard({ boards }: BoardsDeps, scope: LabelScope, id: number): Promise<BoardDocument> {
  const board = await boards.model.findOne({ _id: id, ...ownerOf(scope) }).lean<BoardDocument>();
  if (!board) throw new NotFoundError();
  return board;
}
