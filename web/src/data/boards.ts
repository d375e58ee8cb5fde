import { api, unwrap } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of boards. */
export const boardKeys = {
  issues: ['board-issues'],
  issuesOfList: (owner: OwnerId, list: string, query: unknown) => ['board-issues', owner.kind, owner.id, list, query],
  of: (owner: OwnerId) => ['boards', owner.kind, owner.id],
} as const;

/** Delete a list of a project or group issue board. */
export function deleteBoardList(owner: OwnerId, boardId: number, listId: number) {
  return unwrap(
    api.DELETE(`${apiPathOf(owner)}/boards/{board_id}/lists/{list_id}`, {
      params: { path: { id: owner.id, board_id: boardId, list_id: listId } },
    }),
  );
}

/** Change a list of a project or group issue board. */
export function updateBoardList(
  owner: OwnerId,
  boardId: number,
  listId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/boards/{board_id}/lists/{list_id}'>,
) {
  return unwrap(
    api.PUT(`${apiPathOf(owner)}/boards/{board_id}/lists/{list_id}`, {
      params: { path: { id: owner.id, board_id: boardId, list_id: listId } },
      body,
    }),
  );
}

/** Add a list to a project or group issue board. */
export function createBoardList(
  owner: OwnerId,
  boardId: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/boards/{board_id}/lists'>,
) {
  return unwrap(
    api.POST(`${apiPathOf(owner)}/boards/{board_id}/lists`, {
      params: { path: { id: owner.id, board_id: boardId } },
      body,
    }),
  );
}

/** List the issue boards of a project or group. */
export function listBoards(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/boards'>) {
  return unwrap(api.GET(`${apiPathOf(owner)}/boards`, { params: { path: { id: owner.id }, query } }));
}

/** Update an issue board of a project or group. */
export function updateBoard(
  owner: OwnerId,
  boardId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/boards/{board_id}'>,
) {
  return unwrap(
    api.PUT(`${apiPathOf(owner)}/boards/{board_id}`, { params: { path: { id: owner.id, board_id: boardId } }, body }),
  );
}

/** Delete an issue board of a project or group. */
export function deleteBoard(owner: OwnerId, boardId: number) {
  return unwrap(
    api.DELETE(`${apiPathOf(owner)}/boards/{board_id}`, { params: { path: { id: owner.id, board_id: boardId } } }),
  );
}

/** Create an issue board in a project or group. */
export function createBoard(owner: OwnerId, body: BodyOf<'post', '/api/v4/projects/{id}/boards'>) {
  return unwrap(api.POST(`${apiPathOf(owner)}/boards`, { params: { path: { id: owner.id } }, body }));
}
