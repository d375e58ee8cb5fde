/** What mails tell of. */
import type { NotificationEvent } from '../../notification-settings/notification-setting.model';
import type { Mentioner } from '../../../discussion/notes/note.model';
import type { ItemType } from '../../../items/shared/item.model';

/** What happened to an item. */
export type ItemNewsKind =
  | 'created'
  | 'closed'
  | 'reopened'
  | 'merged'
  | 'reassigned'
  | 'labelled'
  | 'mentioned'
  | 'noted'
  | 'pushed'
  | 'approved'
  | 'unapproved'
  | 'due';

/** What became of a project, or of something in it that whoever is told began himself. */
export type ProjectNewsKind =
  | 'export_completed'
  | 'export_failed'
  | 'import_completed'
  | 'import_failed'
  | 'moved'
  | 'pipeline_failed'
  | 'pipeline_fixed'
  | 'pipeline_succeeded';

interface AnyNews {
  /** The event that tells of it. */
  event_id: string;
  at: Date;
  actor: number | null;
  project_id: number | null;
  group_id: number | null;
}

/** News of an issue, merge request or epic. */
export interface ItemNews extends AnyNews {
  kind: ItemNewsKind;
  target_type: ItemType;
  target_id: number;
  note_id: number | null;
  facts: ItemFacts;
}

/** What of a change the item itself does not say afterwards. */
export interface ItemFacts {
  /** What closed it, where that was nobody's request. */
  via?: string;
  /** The same as what may be hidden: who may not read it is not told. */
  cause?: Mentioner;
  /** Assignees. */
  from?: number[];
  to?: number[];
  /** Commits that a push brought, the youngest first. */
  commits?: { short_id: string; title: string }[];
  /** Labels that it got. */
  label_ids?: number[];
  /** Day on which it is due, `YYYY-MM-DD`. */
  due_on?: string;
}

/** News of a project. */
export interface ProjectNews extends AnyNews {
  kind: ProjectNewsKind;
  facts: {
    /** Path of what was to be imported. */
    path?: string;
    /** Why it failed, for users. */
    error?: string;
    pipeline?: PipelineFacts;
  };
}

/** A pipeline as far as mails tell of it. */
export interface PipelineFacts {
  id: number;
  /** Short name of a branch or tag. */
  ref: string;
  sha: string;
  web_url: string;
}

/** News of a note on something that is no item: a commit or a snippet. */
export interface RemarkNews extends AnyNews {
  kind: 'remarked';
  project_id: number;
  note_id: number;
}

/** News of an account: whoever gets the mail is to follow its link. */
export interface AccountNews extends AnyNews {
  kind: 'password_reset' | 'email_confirmation';
  facts: {
    /** The email that is to be confirmed. */
    email?: string;
  };
}

/** News for the recipients of an integration of a project, who may have no account. */
export interface IntegrationNews extends AnyNews {
  kind: 'integration_push' | 'integration_pipeline';
  project_id: number;
  /** Slug of the integration. */
  integration: string;
  /** Address of the recipient. */
  address: string;
  facts: IntegrationFacts;
}

/** What happened. */
export interface IntegrationFacts {
  /** Name of the branch or tag. */
  ref: string;
  is_tag: boolean;
  push?: PushFacts;
  pipeline?: PipelineFacts & { status: string; user_id: number | null };
}

/** A push as far as mails need it. */
export interface PushFacts {
  before: string;
  after: string;
  user_id: number | null;
  total_commits_count: number;
  /** The newest commits, oldest first. */
  commits: { id: string; message: string; author_name: string }[];
}

export type News = IntegrationNews | ItemNews | ProjectNews | RemarkNews | AccountNews;

/** Whether news are of an item. */
export function isOfItem(news: News): news is ItemNews {
  return 'target_type' in news;
}

/** Whether news are of a note on a commit or snippet. */
export function isRemark(news: News): news is RemarkNews {
  return news.kind === 'remarked';
}

/** Whether news are for the recipients of an integration. */
export function isOfIntegration(news: News): news is IntegrationNews {
  return news.kind === 'integration_push' || news.kind === 'integration_pipeline';
}

/** Whether news are of an account. */
export function isOfAccount(news: News): news is AccountNews {
  return news.kind === 'password_reset' || news.kind === 'email_confirmation';
}

const words = { Issue: 'issue', MergeRequest: 'merge_request', Epic: 'epic' } as const;
const verbs: Partial<Record<ItemNewsKind, string>> = {
  created: 'new',
  closed: 'close',
  reopened: 'reopen',
  merged: 'merge',
  reassigned: 'reassign',
  pushed: 'push_to',
};

/** The switch by which the level `custom` asks for news; null where there is none. */
export function switchOf({
  kind,
  target_type: type,
}: Pick<ItemNews, 'kind' | 'target_type'>): NotificationEvent | null {
  if (kind === 'noted') return 'new_note';
  if (kind === 'due') return 'issue_due';
  const verb = verbs[kind];
  if (verb === undefined || (type === 'Epic' && verb !== 'new')) return null;
  return `${verb}_${words[type]}` as NotificationEvent;
}

/**
 * Whether somebody who watches all is told: not of each push, nor of what only those have to do who
 * take part.
 */
export function isWatched({ kind }: Pick<ItemNews, 'kind'>): boolean {
  return kind !== 'pushed' && kind !== 'due';
}
