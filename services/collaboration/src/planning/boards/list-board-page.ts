/** One page of boards: shared by the lists of projects and groups. */
import { listPage, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ListBoardsResponse } from '@forgemesh/proto/collaboration/v1/board';
import type { LabelScope } from '#planning/labels';
import { presentBoards } from './board.entity';
import { ownerOf } from './find-board';
import type { BoardsDeps } from './deps';

/** Reads and presents a page of the boards of a project or group, ordered by id. */
export async function listBoardPage(
  call: Call<BoardsDeps>,
  request: PageRequest,
  scope: LabelScope,
): Promise<ResponseOf<ListBoardsResponse>> {
  const { model } = call.deps.boards;
  // The other id is null for all its boards: the filter names the indexed one only.
  const { project_id, group_id } = ownerOf(scope);
  const filter = project_id === null ? { group_id } : { project_id };
  const boards = await listPage(call, { model, filter, sort: { _id: 1 }, request });
  return { boards: await presentBoards(call.deps, boards) };
}
