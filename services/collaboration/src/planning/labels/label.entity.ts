/** Presents labels in the API. */
import type { EventEntity } from '@forgemesh/events';
import { assignFields } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import { escapeHtml } from '@forgemesh/http';
import type { Label, LabelDetails } from '@forgemesh/proto/collaboration/v1/label';
import { textColor } from './label-color';
import type { LabelDocument } from './label.model';
import type { LabelCounts } from './planned-items';

/** The perspective of a label: project and user. */
export interface LabelView {
  /** Null for a group. */
  project_id: number | null;
  /** Null for anonymous callers. */
  user_id: number | null;
  counts?: ReadonlyMap<number, LabelCounts> | undefined;
}

/** A label. */
export function presentLabel(
  label: LabelDocument,
  { project_id: projectId, user_id, counts }: LabelView,
): ResponseOf<Label> {
  const own = label.priorities.find(({ project_id: id }) => id === projectId);
  const isSubscribed = label.subscriptions.some(
    (one) => one.user_id === user_id && (one.project_id === null || one.project_id === projectId),
  );
  return assignFields(presentLabelDetails(label), counts?.get(label._id) ?? {}, {
    subscribed: isSubscribed,
    priority: projectId === null ? undefined : (own?.priority ?? null),
    is_project_label: projectId === null ? undefined : label.project_id !== null,
  });
}

/** A label as items present it. */
export function presentLabelDetails(label: LabelDocument): ResponseOf<LabelDetails> {
  return {
    id: label._id,
    name: label.title,
    color: label.color,
    description: label.description,
    // Label descriptions are plain text in one line.
    description_html: escapeHtml(label.description ?? ''),
    text_color: textColor(label.color),
  };
}

/** A label in its events. */
export function presentLabelEvent(label: LabelDocument): EventEntity<'collaboration.label.updated'> {
  const view = { project_id: label.project_id, user_id: null };
  const { project_id, group_id, created_at, updated_at } = label;
  const times = { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
  return { ...presentLabel(label, view), project_id, group_id, ...times };
}
