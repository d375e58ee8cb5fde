import { api, unwrap } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of boards. */
export const boardKeys = {
  issues: ['board-issues'],
  issuesOfProject: (projectId: string) => ['board-issues', 'project', projectId],
  issuesOfList: (owner: OwnerId, list: string, names: readonly string[]) => [
    'board-issues',
    owner.kind,
    owner.id,
    list,
    names,
  ],
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

/** Create an issue board in a project or group. */
export function createBoard(owner: OwnerId, body: BodyOf<'post', '/api/v4/projects/{id}/boards'>) {
  return unwrap(api.POST(`${apiPathOf(owner)}/boards`, { params: { path: { id: owner.id } }, body }));
}
