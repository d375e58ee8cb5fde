/** Notifications, as they are published and as mails are composed from them. */
import type { MailNotification } from '@forgemesh/proto/collaboration/v1/mail_content';
import type { ResponseOf } from '@forgemesh/rpc';
import type { NotificationEvent } from '#notifications/notification-settings';
import type { ItemType } from '#items/model';
import type { Mentioner } from '#items/shared';

/** Kinds of notifications about items. */
export type ItemNotificationKind =
  | 'created'
  | 'closed'
  | 'reopened'
  | 'merged'
  | 'reassigned'
  | 'reviewers_changed'
  | 'review_requested'
  | 'labelled'
  | 'mentioned'
  | 'noted'
  | 'pushed'
  | 'approved'
  | 'unapproved'
  | 'due';

/**
 * Kinds of notifications about projects and about exports, imports and pipelines that the recipient
 * started.
 */
export type ProjectNotificationKind =
  | 'export_completed'
  | 'export_failed'
  | 'import_completed'
  | 'import_failed'
  | 'moved'
  | 'pipeline_failed'
  | 'pipeline_fixed'
  | 'pipeline_succeeded';

/** Fields of every notification. */
export interface BaseNotification {
  /** Id of the event that caused it. */
  event_id: string;
  at: Date;
  actor: number | null;
  project_id: number | null;
  group_id: number | null;
}

/** A notification about an issue, merge request or epic. */
export interface ItemNotification extends BaseNotification {
  kind: ItemNotificationKind;
  target_type: ItemType;
  target_id: number;
  note_id: number | null;
  facts: ItemDetails;
}

/** Facts of the change that the item does not contain afterwards. */
export interface ItemDetails {
  /** The cause of closing, unless a user closed it directly. */
  via?: string;
  /** The same cause, for hiding it from users who may not read it. */
  cause?: Mentioner;
  /** Assignees or reviewers before and after; the reviewers who are asked for another review. */
  from?: number[];
  to?: number[];
  /** Pushed commits, newest first. */
  commits?: { short_id: string; title: string }[];
  /** Added labels. */
  label_ids?: number[];
  /** Due date, `YYYY-MM-DD`. */
  due_on?: string;
}

/** A notification about a project. */
export interface ProjectNotification extends BaseNotification {
  kind: ProjectNotificationKind;
  facts: {
    /** Path of the imported project. */
    path?: string;
    /** The error, as shown to users. */
    error?: string;
    pipeline?: PipelineDetails;
  };
}

/** The parts of a pipeline that mails use. */
export interface PipelineDetails {
  id: number;
  /** Short name of a branch or tag. */
  ref: string;
  sha: string;
  web_url: string;
}

/** A notification about a note on a commit or snippet. */
export interface NoteNotification extends BaseNotification {
  kind: 'remarked';
  project_id: number;
  note_id: number;
}

export type Notification = ItemNotification | NoteNotification | ProjectNotification;

/** Why a user is notified. */
export type MailReason = 'assigned' | 'mentioned' | 'participating' | 'requested' | 'subscribed' | 'watching';

/** A user to notify, and the reason. */
export interface Recipient {
  user_id: number;
  reason: MailReason;
}

/** Whether a notification is about an item. */
export function isItemNotification(notification: Notification): notification is ItemNotification {
  return 'target_type' in notification;
}

/** Whether a notification is about a note on a commit or snippet. */
export function isNoteNotification(notification: Notification): notification is NoteNotification {
  return notification.kind === 'remarked';
}

/** A notification as it is published. Its fields besides the common ones are one text. */
export function toMailNotification(notification: BaseNotification & { kind: string }): ResponseOf<MailNotification> {
  const { event_id, kind, at, actor, project_id, group_id, ...details } = notification;
  return {
    event_id,
    kind,
    at: at.toISOString(),
    actor,
    project_id,
    group_id,
    details: JSON.stringify(details),
  };
}

/** A notification that was published. */
export function fromMailNotification(notification: MailNotification): Notification {
  const { event_id, kind, at, actor, project_id, group_id, details } = notification;
  return {
    ...(JSON.parse(details) as object),
    event_id,
    kind,
    at: new Date(at),
    actor: actor ?? null,
    project_id: project_id ?? null,
    group_id: group_id ?? null,
  } as Notification;
}

const words = { Issue: 'issue', MergeRequest: 'merge_request', Epic: 'epic' } as const;
const verbs: Partial<Record<ItemNotificationKind, string>> = {
  created: 'new',
  closed: 'close',
  reopened: 'reopen',
  merged: 'merge',
  reassigned: 'reassign',
  pushed: 'push_to',
};

/** The event that selects a notification at the level `custom`; null if there is none. */
export function settingEventOf({
  kind,
  target_type: type,
}: Pick<ItemNotification, 'kind' | 'target_type'>): NotificationEvent | null {
  if (kind === 'noted') return 'new_note';
  if (kind === 'due') return 'issue_due';
  const verb = verbs[kind];
  if (verb === undefined || (type === 'Epic' && verb !== 'new')) return null;
  return `${verb}_${words[type]}` as NotificationEvent;
}

/**
 * Whether users with the level `watch` are notified: not of pushes and due dates, which concern
 * participants only.
 */
export function isWatched({ kind }: Pick<ItemNotification, 'kind'>): boolean {
  return kind !== 'pushed' && kind !== 'due';
}
