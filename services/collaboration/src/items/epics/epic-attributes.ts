/** What a request says of an epic, resolved to what is stored. */
import { ValidationError } from '@forgemesh/errors';
import type { Parameters } from '@forgemesh/rpc';
import type { EpicAttributes } from '@forgemesh/proto/collaboration/v1/epic';
import { labelIdsOf } from '../shared/item-attributes';
import { groupPlace } from '../../planning/labels/label-place';
import type { CollaborationCall } from '../../operation';
import type { EpicSet } from './change-epic';
import type { EpicDocument } from './epic.model';

/** Epics above one another; more is a mistake. */
const MAX_DEPTH = 5;

/** Attributes as a request carries them. */
export type AttributesRequest = Partial<Parameters<EpicAttributes>>;

/**
 * The attributes that a request names. `epicId` is the epic that they are for; absent for a new
 * one.
 */
export async function epicAttributes(
  call: CollaborationCall,
  { labels, parent_id: parentId, ...request }: AttributesRequest,
  epicId?: number,
): Promise<EpicSet> {
  const { deps, principal } = call;
  const [labelIds, parent] = await Promise.all([
    labels && labelIdsOf(deps, groupPlace(call), labels, principal.id),
    parentId === undefined ? undefined : parentIdOf(call, parentId, epicId),
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

/** The epic above where it is of the group or of one above it, and not below the epic itself. */
async function parentIdOf(
  call: CollaborationCall,
  id: number | null,
  epicId: number | undefined,
): Promise<number | null> {
  if (!id) return null;
  const { id: groupId, ancestor_ids: above } = call.resource('id');
  const parent = await call.deps.epics.find(id);
  if (!parent || ![...above, groupId].includes(parent.group_id)) throw invalid('does not exist');
  let depth = 1;
  for (let one: EpicDocument | null = parent; one; depth++) {
    if (one._id === epicId) throw invalid('is below this epic');
    if (depth >= MAX_DEPTH) throw invalid(`has too many epics above it (maximum depth is ${MAX_DEPTH})`);
    one = one.parent_id === null ? null : await call.deps.epics.find(one.parent_id);
  }
  return parent._id;
}

function invalid(problem: string): ValidationError {
  return new ValidationError({ parent: [problem] });
}
