/**
 * Completes the promotion of an issue to an epic. Idempotent: called by the request, and by the
 * consumer of the epic's event after a crash.
 */
import type { EpicDocument, IssueDocument } from '#items/model';
import { issueTarget, noteAboutIssue } from '#items/issues';
import type { PromotionsDeps } from './deps';

/**
 * Closes the issue, copies its notes and reactions to the epic, and records the promotion on both.
 */
export async function finalizePromotion(deps: PromotionsDeps, epic: EpicDocument, actor: number): Promise<void> {
  const issue = epic.promoted_from_id === undefined ? null : await deps.items.issues.find(epic.promoted_from_id);
  if (!issue) return;
  const [group, project] = await Promise.all([
    deps.display.groups.get(epic.group_id),
    deps.display.projects.get(issue.project_id),
  ]);
  const epicName = `${group?.full_path ?? ''}&${epic.iid}`;
  const issueName = `${project?.path_with_namespace ?? ''}#${issue.iid}`;
  const target = { type: 'Epic' as const, id: epic._id, project_id: null, group_id: epic.group_id };
  // Effect keys do not depend on the caller, so that the issue's note can be excluded from copying.
  const [there, here] = [`promotion-${epic._id}/there`, `promotion-${epic._id}/here`];
  const at = new Date();
  await closePromoted(deps, issue, { epic, promoted_to: epicName, actor });
  const project_path = project?.path_with_namespace ?? '';
  const source = { type: 'Issue' as const, id: issue._id, except: there, project_path };
  await deps.history.copy(source, { ...target, updated_at: epic.updated_at });
  await deps.history.addNote(issueTarget(issue), {
    effect_key: there,
    author_id: actor,
    at,
    body: `promoted to epic ${epicName}`,
    mentioner: { type: 'Epic', id: epic._id, project_id: null, group_id: epic.group_id },
  });
  const body = `promoted from issue ${issueName}`;
  await noteAboutIssue(deps, target, issue, { effect_key: here, author_id: actor, at, body });
}

interface Promotion {
  epic: EpicDocument;
  /** Reference to the epic; distinguishes the event from a plain close. */
  promoted_to: string;
  actor: number;
}

/** Closes the issue and stores its epic in one change. */
async function closePromoted(
  { items: { issues } }: PromotionsDeps,
  { _id: id }: IssueDocument,
  { epic, promoted_to, actor }: Promotion,
): Promise<void> {
  await issues.mutate(id, ({ state: from, promoted_to_epic_id: before }) => {
    if (typeof before === 'number') return null;
    const now = new Date();
    const isOpen = from === 'opened';
    return {
      set: {
        promoted_to_epic_id: epic._id,
        updated_at: now,
        ...(isOpen && { state: 'closed', closed_at: now, closed_by_id: actor }),
      },
      events: [
        {
          type: `collaboration.issue.${isOpen ? 'closed' : 'updated'}`,
          actor,
          changes: { promoted_to, ...(isOpen && { state: { from, to: 'closed' } }) },
        },
      ],
    };
  });
}
