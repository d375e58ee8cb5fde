/** Webhooks: of projects, and of the instance. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** Which events a hook tells. */
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

/** A switch of a hook. */
export type HookEvent = (typeof hookEvents)[number];

/** The switches of a hook. */
export type HookEvents = Record<HookEvent, boolean>;

/** A webhook. */
export interface HookDocument extends EntityDocument, HookEvents {
  /** Null for a hook of the instance. */
  project_id: number | null;
  /**
   * Sealed; plain where an earlier version stored it and no process of this one has started since.
   */
  url: string;
  /** Name or pattern of the branches whose pushes count; empty for all. */
  push_events_branch_filter: string;
  enable_ssl_verification: boolean;
  /** Secret for the receiver, sealed; null for none. */
  token: string | null;
  /** Key with which deliveries are signed, sealed; null or absent for none. */
  signing_token?: string | null;
  /** Failed tries in a row; absent before the first. */
  failures?: number;
  /**
   * Until when nothing is sent, because the receiver failed too often; null or absent while it
   * works.
   */
  disabled_until?: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Makes the model of the hooks. */
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
