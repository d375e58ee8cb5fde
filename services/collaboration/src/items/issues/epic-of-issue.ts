/** Resolves the epic that a request names for an issue, and records changes of it on epics. */
import type { Call } from '@forgemesh/rpc';
import { REPORTER } from '@forgemesh/access';
import { NotFoundError } from '@forgemesh/errors';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { authorizeFor } from '#access';
import type { Changed, RecordableEvent } from '#items/shared';
import type { IssueDocument } from '#items/model';
import { noteAboutIssue } from './note-about-issue';
import type { ReferencesDeps } from '#items/references';
import type { IssueChangesDeps } from './deps';

interface EpicRequest {
  epic_id?: number | null | undefined;
  epic_iid?: number | null | undefined;
}

/**
 * Id of the epic; null: remove; undefined: unchanged. Throws NotFoundError if the epic does not
 * belong to an ancestor group or the caller is not a reporter there.
 */
export async function epicIdOf(
  call: Call<Pick<ReferencesDeps, 'clients' | 'items'>>,
  { epic_id: id, epic_iid: iid }: EpicRequest,
): Promise<number | null | undefined> {
  const requested = id ?? iid;
  if (requested === undefined) return undefined;
  if (!requested) return null;
  const { ancestor_ids: groupIds } = call.resource('id');
  const own = groupIds.at(-1) ?? 0;
  const found = await call.deps.items.epics.model
    .findOne(id ? { _id: id } : { group_id: own, iid: requested }, { group_id: 1 })
    .lean<{ _id: number; group_id: number }>();
  if (!found || !groupIds.includes(found.group_id)) throw new NotFoundError('Epic');
  const group = await authorizeFor(call, ReferenceKind.REFERENCE_KIND_GROUP, found.group_id);
  if (group.level < REPORTER) throw new NotFoundError('Epic');
  return found._id;
}

/**
 * Records on both epics that an issue moved from one to the other. Idempotent; deleted epics are
 * skipped.
 */
export async function recordOnEpics(
  deps: IssueChangesDeps,
  issue: Pick<IssueDocument, '_id' | 'project_id'>,
  { from, to }: Changed<number | null>,
  event: RecordableEvent,
): Promise<void> {
  const {
    items: { epics, issues },
    display,
  } = deps;
  const [found, project] = await Promise.all([issues.find(issue._id), display.projects.get(issue.project_id)]);
  for (const [id, verb] of [[from, 'removed'] as const, [to, 'added'] as const]) {
    const epic = id === null ? null : await epics.find(id);
    if (!epic || !found) continue;
    const target = { type: 'Epic', id: epic._id, project_id: null, group_id: epic.group_id } as const;
    await noteAboutIssue(deps, target, found, {
      effect_key: `${event.id}/epic-${epic._id}`,
      author_id: event.actor ?? 0,
      at: event.at ?? new Date(),
      body: `${verb} issue ${project?.path_with_namespace ?? ''}#${found.iid}`,
    });
  }
}
