/** Creates, changes and removes lists of boards. */
import { BadRequestError, ForgeError, NotFoundError, ValidationError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { BoardList } from '@forgemesh/proto/collaboration/v1/board';
import { type LabelScope, labelsInScope } from '#planning/labels';
import { presentBoardList } from './board.entity';
import type { BoardDocument, ListSubject, StoredList } from './board.model';
import { isMember } from './board-user';
import { findBoard } from './find-board';
import { milestoneIdOf } from '#planning/milestones';
import type { BoardsDeps } from './deps';

/** Maximum number of lists per board, which limits the size of its document. */
export const MAX_LISTS = 500;
/** Minimum license tier for lists of milestones and assignees. */
const SUBJECTS_TIER = 2;

/** The object that a new list is for: exactly one id is set. */
type Subject = { [Key in ListSubject]?: number | undefined };

/** A list named by a request. */
interface NamedList {
  board_id: number;
  list_id: number;
}

/** Adds a list at the end of a board. A repeated write returns the existing list. */
export async function createList(
  call: Call<BoardsDeps>,
  scope: LabelScope,
  request: Subject & { board_id: number },
): Promise<ResponseOf<BoardList>> {
  const { deps, operationId = null } = call;
  const { _id, lists } = await findBoard(deps, scope, request.board_id);
  const isRepeated = ({ operation_id: id }: StoredList): boolean => id !== null && id === operationId;
  if (!lists.some(isRepeated)) await assertSubject(call, scope, request);
  const added: StoredList = {
    id: await deps.sequences.next('board_lists'),
    label_id: request.label_id ?? null,
    milestone_id: request.milestone_id ?? null,
    assignee_id: request.assignee_id ?? null,
    updated_at: new Date(),
    operation_id: operationId,
  };
  const board = await changeLists(call, _id, (current) => {
    if (current.some(isRepeated)) return null;
    assertFits(current, added);
    return [...current, added];
  });
  const { id } = board.lists.find(isRepeated) ?? added;
  // The subject may have been deleted since the check, and the consumer of that event may have
  // missed the new list.
  await assertSubject(call, scope, request).catch(async (error: unknown) => {
    await removeList(call, scope, { board_id: _id, list_id: id });
    throw error;
  });
  return presentBoardList(deps, board, id);
}

/** Changes of a list; absent fields stay as they are. */
interface ListChange extends NamedList {
  position?: number | undefined;
  max_issue_count?: number | undefined;
  max_issue_weight?: number | undefined;
}

/** Moves a list of a board, and sets its limits. */
export async function updateList(
  call: Call<BoardsDeps>,
  scope: LabelScope,
  { board_id: boardId, list_id: id, position, ...limits }: ListChange,
): Promise<ResponseOf<BoardList>> {
  const { deps, operationId = null } = call;
  const { _id } = await findBoard(deps, scope, boardId);
  const { max_issue_count: count, max_issue_weight: weight } = limits;
  const changed = (list: StoredList): StoredList => ({
    ...list,
    ...(count !== undefined && { max_issue_count: count }),
    ...(weight !== undefined && { max_issue_weight: weight }),
    updated_at: new Date(),
  });
  const board = await deps.boards.mutate(_id, ({ lists, move_operation_id: lastChange }) => {
    if (operationId !== null && lastChange === operationId) return null;
    const from = indexOf(lists, id);
    const updated = lists.map((list) => (list.id === id ? changed(list) : list));
    return { set: { lists: moveTo(updated, from, position), move_operation_id: operationId } };
  });
  if (!board) throw new NotFoundError();
  return presentBoardList(deps, board, id);
}

function moveTo(lists: StoredList[], from: number, position: number | undefined): StoredList[] {
  if (position === undefined) return lists;
  const isInside = position >= 0 && position < lists.length;
  if (!isInside || position === from) throw listError('List could not be moved!');
  const moved = [...lists];
  moved.splice(position, 0, ...moved.splice(from, 1));
  return moved;
}

/** Removes a list of a board. */
export async function removeList(
  call: Call<BoardsDeps>,
  scope: LabelScope,
  { board_id: boardId, list_id: id }: NamedList,
): Promise<void> {
  const { _id } = await findBoard(call.deps, scope, boardId);
  await changeLists(call, _id, (lists) => {
    const list = lists[indexOf(lists, id)] as StoredList;
    call.assertUnmodified(list.updated_at);
    return lists.filter((other) => other !== list);
  });
}

/**
 * Changes the lists of a board; null leaves them as they are. Throws NotFoundError if the board is
 * deleted.
 */
async function changeLists(
  { deps }: Call<BoardsDeps>,
  boardId: number,
  change: (lists: StoredList[]) => StoredList[] | null,
): Promise<BoardDocument> {
  const board = await deps.boards.mutate(boardId, (current) => {
    const lists = change(current.lists);
    return lists && { set: { lists } };
  });
  if (!board) throw new NotFoundError();
  return board;
}

function indexOf(lists: readonly StoredList[], id: number): number {
  const index = lists.findIndex((list) => list.id === id);
  if (index === -1) throw new NotFoundError();
  return index;
}

/** Throws if the label, milestone or assignee of a new list cannot be used on the board. */
async function assertSubject(call: Call<BoardsDeps>, scope: LabelScope, subject: Subject): Promise<void> {
  const { deps, context } = call;
  const { label_id: labelId, milestone_id: milestoneId, assignee_id: assigneeId } = subject;
  if (labelId !== undefined) {
    const isLabel = await deps.planning.labels.model.exists({ $and: [labelsInScope(scope), { _id: labelId }] });
    if (!isLabel) throw listError('Label not found!');
    return;
  }
  const [type, isFound] =
    milestoneId === undefined
      ? ['Assignee', await isMember(deps, scope, assigneeId ?? 0)]
      : ['Milestone', (await milestoneIdOf(deps, scope, milestoneId)) !== null];
  if (!isFound) throw listError(type === 'Assignee' ? 'User not found!' : 'Milestone not found!');
  if (context.tier < SUBJECTS_TIER) throw listError(`${type} lists not available with your current license`);
}

function assertFits(lists: readonly StoredList[], added: StoredList): void {
  const keys = ['label_id', 'milestone_id', 'assignee_id'] as const;
  const key = keys.find((one) => added[one] !== null && lists.some((list) => list[one] === added[one]));
  if (key) throw new ValidationError({ [key === 'assignee_id' ? 'user_id' : key]: ['has already been taken'] });
  if (lists.length >= MAX_LISTS) throw new BadRequestError(`A board has at most ${MAX_LISTS} lists`);
}

/** The error for a list: its text is nested below `message`. */
function listError(error: string): ForgeError {
  return new ForgeError('bad_request', { error });
}
