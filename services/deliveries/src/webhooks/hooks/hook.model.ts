/** Webhooks of projects and of the instance. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** Event switches of a hook. */
export const hookEvents = [
  'push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'tag_push_events',
  'note_events',
  'confidential_note_events',
  'job_events',
  'pipeline_events',
  'wiki_page_events',
  'repository_update_events',
] as const;

/** An event switch. */
export type HookEvent = (typeof hookEvents)[number];

/** The event switches of a hook. */
export type HookEvents = Record<HookEvent, boolean>;

/** A webhook. */
export interface HookDocument extends EntityDocument, HookEvents {
  /** Null for a system hook. */
  project_id: number | null;
  /** Encrypted. */
  url: string;
  /** Name or pattern of the branches whose pushes trigger the hook; empty for all. */
  push_events_branch_filter: string;
  enable_ssl_verification: boolean;
  /** Secret token for the receiver, encrypted; null for none. */
  token: string | null;
  /** Key that signs the deliveries, encrypted; null or absent for none. */
  signing_token?: string | null;
  /** Consecutive failed attempts; absent before the first. */
  failures?: number;
  /** End of the pause after too many failures; null or absent while the hook works. */
  disabled_until?: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model of the hooks. */
export function createHookModel(connection: Connection): Model<HookDocument> {
  const schema = entitySchema<HookDocument>('hooks', {
    project_id: { type: Number, default: null },
    url: { type: String, required: true },
    push_events_branch_filter: String,
    ...Object.fromEntries(hookEvents.map((name) => [name, { type: Boolean, required: true }])),
    enable_ssl_verification: { type: Boolean, required: true },
    token: { type: String, default: null },
    signing_token: String,
    failures: Number,
    disabled_until: Date,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, _id: 1 });
  return connection.model<HookDocument>('hooks', schema);
}
