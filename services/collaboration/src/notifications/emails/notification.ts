/** Notifications that mails are composed from. */
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

interface BaseNotification {
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
  /** Assignees or reviewers before and after. */
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

/** A notification about an account, with a link for the recipient. */
export interface AccountNotification extends BaseNotification {
  kind: 'password_reset' | 'email_confirmation';
  facts: {
    /** The email to confirm. */
    email?: string;
  };
}

/** A notification for the recipients of a project integration, who may have no account. */
export interface IntegrationNotification extends BaseNotification {
  kind: 'integration_push' | 'integration_pipeline';
  project_id: number;
  /** Slug of the integration. */
  integration: string;
  /** Address of the recipient. */
  address: string;
  facts: IntegrationDetails;
}

/** The event, as integrations report it. */
export interface IntegrationDetails {
  /** Name of the branch or tag. */
  ref: string;
  is_tag: boolean;
  push?: PushDetails;
  pipeline?: PipelineDetails & { status: string; user_id: number | null };
}

/** The parts of a push that mails use. */
export interface PushDetails {
  before: string;
  after: string;
  user_id: number | null;
  total_commits_count: number;
  /** The newest commits, oldest first. */
  commits: { id: string; message: string; author_name: string }[];
}

/** A daily notification of problems of the instance, for its administrators. */
export interface AdminNotification extends BaseNotification {
  kind: 'admin_digest';
  facts: {
    /** Number of repositories whose last check failed. */
    failed_checks: number;
    /** Number of dead letters older than a day. */
    old_dead_letters: number;
  };
}

export type Notification =
  | AdminNotification
  | IntegrationNotification
  | ItemNotification
  | ProjectNotification
  | NoteNotification
  | AccountNotification;

/** Whether a notification is about an item. */
export function isItemNotification(notification: Notification): notification is ItemNotification {
  return 'target_type' in notification;
}

/** Whether a notification is about a note on a commit or snippet. */
export function isNoteNotification(notification: Notification): notification is NoteNotification {
  return notification.kind === 'remarked';
}

/** Whether a notification is for the recipients of an integration. */
export function isIntegrationNotification(notification: Notification): notification is IntegrationNotification {
  return notification.kind === 'integration_push' || notification.kind === 'integration_pipeline';
}

/** Whether a notification is about an account. */
export function isAccountNotification(notification: Notification): notification is AccountNotification {
  return notification.kind === 'password_reset' || notification.kind === 'email_confirmation';
}

/** Whether a notification is for the administrators of the instance. */
export function isAdminNotification(notification: Notification): notification is AdminNotification {
  return notification.kind === 'admin_digest';
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
