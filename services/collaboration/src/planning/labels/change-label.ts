/** Changes and removes labels of projects and groups. */
import type { Call } from '@forgemesh/rpc';
import { changesOf, isDuplicateKey } from '@forgemesh/data';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { labelColor } from './label-color';
import { labelsInScope, ownScope, type LabelScope } from './label-scope';
import type { LabelDocument } from './label.model';
import { assertValid } from './new-label';
import { findLabel } from './read-labels';
import type { LabelsDeps } from './deps';

/** A label named by id or title in the path, or by either in the body. */
export interface NamedLabel {
  name?: string | undefined;
  label_id?: number | undefined;
}

/** The changes of a request. */
export interface LabelChange {
  new_name?: string | undefined;
  color?: string | undefined;
  description?: string | null | undefined;
  /** Priority in the project of the scope. */
  priority?: number | null | undefined;
}

/**
 * The label that belongs to the project or group itself. Throws NotFoundError if only an ancestor
 * group has it.
 */
export async function ownLabel(
  deps: LabelsDeps,
  scope: LabelScope,
  { name, label_id: id }: NamedLabel,
): Promise<LabelDocument> {
  const label = await findLabel(deps, ownScope(scope), id === undefined ? (name ?? '') : String(id));
  if (!label || (id !== undefined && label._id !== id)) throw new NotFoundError('Label');
  return label;
}

/** Changes the label named by a request. */
export async function changeLabel(
  call: Call<LabelsDeps>,
  scope: LabelScope,
  request: NamedLabel & LabelChange,
): Promise<LabelDocument> {
  const { deps, principal } = call;
  const label = await ownLabel(deps, scope, request);
  const title = request.new_name?.trim();
  const color = request.color === undefined ? label.color : labelColor(request.color.trim());
  assertValid(title ?? label.title, color);
  if (title !== undefined) await assertFree(deps, scope, title, label._id);
  const set = {
    ...(title !== undefined && { title, title_lower: title.toLowerCase() }),
    ...(request.description !== undefined && { description: request.description }),
    color,
  };
  const changed = await deps.planning.labels
    .mutate(label._id, (current) => {
      const values = { ...set, ...prioritized(current, scope, request.priority) };
      const { title_lower: _follows, ...changes } = changesOf<LabelDocument>(current, values);
      if (Object.keys(changes).length === 0) return null;
      const event = { type: 'collaboration.label.updated' as const, actor: principal.id, changes };
      return { set: { ...values, updated_at: new Date() }, events: [event] };
    })
    .catch((error: unknown) => {
      throw isDuplicateKey(error) ? taken() : error;
    });
  if (!changed) throw new NotFoundError('Label');
  return changed;
}

/** Removes the label named by a request. The consumer of its event removes it from items. */
export async function removeLabel(call: Call<LabelsDeps>, scope: LabelScope, named: NamedLabel): Promise<void> {
  const { deps, principal } = call;
  const label = await ownLabel(deps, scope, named);
  call.assertUnmodified(label.updated_at);
  const isRemoved = await deps.planning.labels.remove(label, {
    type: 'collaboration.label.deleted',
    actor: principal.id,
  });
  if (!isRemoved) throw new NotFoundError('Label');
}

function prioritized(
  { priorities }: LabelDocument,
  { project_id: projectId }: LabelScope,
  priority: number | null | undefined,
): Partial<LabelDocument> {
  if (priority === undefined || projectId === null) return {};
  const others = priorities.filter(({ project_id: id }) => id !== projectId);
  return { priorities: priority === null ? others : [...others, { project_id: projectId, priority }] };
}

async function assertFree(
  { planning: { labels } }: LabelsDeps,
  scope: LabelScope,
  title: string,
  except: number,
): Promise<void> {
  if (await labels.model.exists({ $and: [labelsInScope(scope), { title, _id: { $ne: except } }] })) throw taken();
}

function taken(): ValidationError {
  return new ValidationError({ title: ['has already been taken'] });
}
