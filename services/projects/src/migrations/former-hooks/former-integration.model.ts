/** Integrations of projects that earlier releases stored here; see `former-hook.model`. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { EventEntity } from '@forgemesh/events';
import type { Connection, Model } from 'mongoose';

const switches = [
  'push_events',
  'tag_push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
  'commit_events',
] as const;

/** An integration. Its id comes from the sequence of webhooks. */
export interface FormerIntegration extends EntityDocument, Record<(typeof switches)[number], boolean> {
  project_id: number;
  slug: string;
  /** Properties as encrypted JSON. */
  properties: string;
  failures?: number;
  disabled_until?: Date | null;
  created_at: Date;
  updated_at: Date;
  /** The version that was transferred; absent before the transfer. */
  moved_version?: number;
}

/** Creates the model. */
export function createFormerIntegrationModel(connection: Connection): Model<FormerIntegration> {
  const schema = entitySchema<FormerIntegration>('integrations', {
    project_id: Number,
    slug: String,
    ...Object.fromEntries(switches.map((name) => [name, Boolean])),
    properties: String,
    failures: Number,
    disabled_until: Date,
    created_at: Date,
    updated_at: Date,
    moved_version: Number,
  });
  schema.index({ project_id: 1, slug: 1 }, { unique: true });
  return connection.model<FormerIntegration>('integrations', schema);
}

/** An integration in an event that a process of an earlier release stored and did not publish. */
export function presentFormerIntegration(integration: FormerIntegration): EventEntity<'projects.integration.updated'> {
  const { _id: id, slug, project_id } = integration;
  return {
    id,
    title: slug,
    slug,
    project_id,
    created_at: integration.created_at.toISOString(),
    updated_at: integration.updated_at.toISOString(),
    active: true,
    ...(Object.fromEntries(switches.map((name) => [name, integration[name]])) as Record<
      (typeof switches)[number],
      boolean
    >),
    job_events: false,
    comment_on_event_enabled: false,
  };
}
