/** Creates, changes and removes boards of projects and groups. */
import { ForbiddenError, NotFoundError, ValidationError } from '@forgemesh/errors';
import type { Parameters, Call } from '@forgemesh/rpc';
import type { BoardAttributes } from '@forgemesh/proto/collaboration/v1/board';
import { itemLabelIds, type LabelScope } from '#planning/labels';
import type { BoardDocument } from './board.model';
import { canReadIssues } from './board-user';
import { findBoard, ownerOf } from './find-board';
import { milestoneIdOf } from '#planning/milestones';
import type { BoardsDeps } from './deps';

/** Minimum license tiers for several boards per project or group. */
const MULTIPLE_BOARDS_TIER = { project: 1, group: 2 };
/** Minimum license tier for board scopes. */
const SCOPE_TIER = 1;

type Attributes = Partial<Parameters<BoardAttributes>>;

/** Creates a board. A repeated write returns the existing board. */
export async function createBoard(
  call: Call<BoardsDeps>,
  scope: LabelScope,
  { name }: { name: string },
): Promise<BoardDocument> {
  const { deps, operationId } = call;
  const earlier = await deps.boards.findByOperation(operationId ?? '');
  if (earlier) return earlier;
  await assertCanAddBoard(call, scope);
  const now = new Date();
  return deps.boards.insert({
    _id: await deps.boards.nextId(),
    ...ownerOf(scope),
    name: name.trim(),
    milestone_id: null,
    assignee_id: null,
    label_ids: [],
    weight: null,
    lists: [],
    move_operation_id: null,
    created_at: now,
    updated_at: now,
    ...(operationId !== undefined && { operation_id: operationId }),
  });
}

/** Changes the board named by a request. */
export async function changeBoard(
  call: Call<BoardsDeps>,
  scope: LabelScope,
  { board_id: id, attributes = {} }: { board_id: number; attributes?: Attributes | undefined },
): Promise<BoardDocument> {
  const { _id } = await findBoard(call.deps, scope, id);
  const name = attributes.name?.trim();
  if (name === '') throw new ValidationError({ name: ["can't be blank"] });
  const boardScope = call.context.tier >= SCOPE_TIER ? await boardScopeOf(call, scope, attributes) : {};
  const set = { ...(name !== undefined && { name }), ...boardScope };
  const changed = await call.deps.boards.mutate(_id, () =>
    Object.keys(set).length === 0 ? null : { set: { ...set, updated_at: new Date() } },
  );
  if (!changed) throw new NotFoundError();
  return changed;
}

/** Removes the board named by a request. */
export async function removeBoard(call: Call<BoardsDeps>, scope: LabelScope, id: number): Promise<void> {
  const board = await findBoard(call.deps, scope, id);
  call.assertUnmodified(board.updated_at);
  const { deletedCount } = await call.deps.boards.model.deleteOne({ _id: board._id });
  if (deletedCount === 0) throw new NotFoundError();
}

async function assertCanAddBoard({ deps, context }: Call<BoardsDeps>, scope: LabelScope): Promise<void> {
  const owner = ownerOf(scope);
  if (context.tier >= MULTIPLE_BOARDS_TIER[owner.project_id === null ? 'group' : 'project']) return;
  if (await deps.boards.model.exists(owner)) throw new ForbiddenError();
}

/**
 * The board scope that a request sets. An invalid milestone or assignee is ignored, as for issues.
 */
async function boardScopeOf(
  call: Call<BoardsDeps>,
  scope: LabelScope,
  request: Attributes,
): Promise<Partial<BoardDocument>> {
  const { deps } = call;
  const { assignee_id: assigneeId, milestone_id: milestoneId, labels, weight } = request;
  const foundMilestone = await milestoneIdOf(deps, scope, milestoneId ?? null);
  const setsAssignee = assigneeId !== undefined && (!assigneeId || (await canReadIssues(deps, scope, assigneeId)));
  const setsMilestone = milestoneId !== undefined && (!milestoneId || foundMilestone !== null);
  return {
    ...(setsAssignee && { assignee_id: assigneeId || null }),
    ...(setsMilestone && { milestone_id: foundMilestone }),
    ...(labels !== undefined && { label_ids: await itemLabelIds(call, scope, labels) }),
    ...(weight !== undefined && { weight }),
  };
}
