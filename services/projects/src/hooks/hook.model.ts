/** Webhooks of projects. */
import { entitySchema, type EntityDocument } from '@forgemesh/kit';
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

/** The switches of a hook. */
export type HookEvents = Record<(typeof hookEvents)[number], boolean>;

/** A webhook. */
export interface HookDocument extends EntityDocument, HookEvents {
  project_id: number;
  url: string;
  /** Name or pattern of the branches whose pushes count; empty for all. */
  push_events_branch_filter: string;
  enable_ssl_verification: boolean;
  /** Secret for the receiver, sealed; null for none. */
  token: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Makes the model of the hooks. */
export function createHookModel(connection: Connection): Model<HookDocument> {
  const schema = entitySchema<HookDocument>('hooks', {
    project_id: { type: Number, required: true },
    url: { type: String, required: true },
    push_events_branch_filter: String,
    ...Object.fromEntries(hookEvents.map((name) => [name, { type: Boolean, required: true }])),
    enable_ssl_verification: { type: Boolean, required: true },
    token: { type: String, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, _id: 1 });
  return connection.model<HookDocument>('hooks', schema);
}
