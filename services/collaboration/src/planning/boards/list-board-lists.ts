/** One page of the lists of a board: shared by boards of projects and groups. */
import { pageRows, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ListBoardListsResponse } from '@forgemesh/proto/collaboration/v1/board';
import type { LabelScope } from '#planning/labels';
import { presentBoardLists } from './board.entity';
import { findBoard } from './find-board';
import type { BoardsDeps } from './deps';

/** Presents a page of the lists of a board by position. */
export async function listBoardLists(
  call: Call<BoardsDeps>,
  request: PageRequest & { board_id: number },
  scope: LabelScope,
): Promise<ResponseOf<ListBoardListsResponse>> {
  const board = await findBoard(call.deps, scope, request.board_id);
  return { lists: pageRows(call, await presentBoardLists(call.deps, board), request) };
}
