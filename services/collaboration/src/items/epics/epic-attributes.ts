/** Resolves the epic attributes of a request to stored fields. */
import { ValidationError } from '@forgemesh/errors';
import type { Parameters, Call } from '@forgemesh/rpc';
import type { EpicAttributes } from '@forgemesh/proto/collaboration/v1/epic';
import { groupScope, itemLabelIds } from '#planning/labels';
import type { EpicSet } from './change-epic';
import type { EpicDocument } from '#items/model';
import type { EpicsDeps } from './deps';

/** Maximum depth of the epic hierarchy. */
const MAX_DEPTH = 5;

/** Attributes of a request. */
export type AttributesRequest = Partial<Parameters<EpicAttributes>>;

/**
 * The stored fields for the attributes that are set in a request. `epic` is the epic to change;
 * absent for a new one.
 */
export async function epicAttributes(
  call: Call<EpicsDeps>,
  { labels, parent_id: parentId, ...request }: AttributesRequest,
  epic?: EpicDocument,
): Promise<EpicSet> {
  const [labelIds, parent] = await Promise.all([
    labels && itemLabelIds(call, groupScope(call), labels, { current: epic?.label_ids }),
    parentId === undefined ? undefined : parentIdOf(call, parentId, epic?._id),
  ]);
  const { description, start_date_is_fixed, start_date_fixed, due_date_is_fixed, due_date_fixed } = request;
  return {
    ...(description !== undefined && { description }),
    ...(labelIds && { label_ids: labelIds }),
    ...(start_date_is_fixed !== undefined && { start_date_is_fixed }),
    ...(start_date_fixed !== undefined && { start_date_fixed }),
    ...(due_date_is_fixed !== undefined && { due_date_is_fixed }),
    ...(due_date_fixed !== undefined && { due_date_fixed }),
    ...(parent !== undefined && { parent_id: parent }),
  };
}

/**
 * The id of the parent epic. It must belong to the group or one of its ancestors, and must not be a
 * descendant of the epic itself.
 */
async function parentIdOf(
  call: Call<EpicsDeps>,
  id: number | null,
  epicId: number | undefined,
): Promise<number | null> {
  if (!id) return null;
  const { id: groupId, ancestor_ids: above } = call.resource('id');
  const parent = await call.deps.items.epics.find(id);
  if (!parent || ![...above, groupId].includes(parent.group_id)) throw invalid('does not exist');
  let depth = 1;
  for (let one: EpicDocument | null = parent; one; depth++) {
    if (one._id === epicId) throw invalid('is below this epic');
    if (depth >= MAX_DEPTH) throw invalid(`has too many epics above it (maximum depth is ${MAX_DEPTH})`);
    one = one.parent_id === null ? null : await call.deps.items.epics.find(one.parent_id);
  }
  return parent._id;
}

function invalid(problem: string): ValidationError {
  return new ValidationError({ parent: [problem] });
}
