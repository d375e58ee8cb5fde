/** Notifications that mails are composed from. */

interface BaseNotification {
  /** Id of the event that caused it. */
  event_id: string;
  at: Date;
  actor: number | null;
  project_id: number | null;
  group_id: number | null;
}

/** A notification whose mails the collaboration service composes. */
export interface ComposedNotification extends BaseNotification {
  kind: string;
  /** Its other fields as JSON, which only that service reads. */
  details: string;
}

/** The parts of a pipeline that mails use. */
export interface PipelineDetails {
  id: number;
  /** Short name of a branch or tag. */
  ref: string;
  sha: string;
  web_url: string;
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

export type Notification = AccountNotification | AdminNotification | ComposedNotification | IntegrationNotification;

/** Whether a notification is for the recipients of an integration. */
export function isIntegrationNotification(notification: Notification): notification is IntegrationNotification {
  return 'integration' in notification;
}

/** Whether a notification is about an account. */
export function isAccountNotification(notification: Notification): notification is AccountNotification {
  return notification.kind === 'password_reset' || notification.kind === 'email_confirmation';
}

/** Whether a notification is for the administrators of the instance. */
export function isAdminNotification(notification: Notification): notification is AdminNotification {
  return notification.kind === 'admin_digest';
}

/** Whether the collaboration service composes the mails of a notification. */
export function isComposedNotification(notification: Notification): notification is ComposedNotification {
  return 'details' in notification;
}
