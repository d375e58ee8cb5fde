/** Integrations of projects with other systems: at most one of each kind per project. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** Events that chat systems are notified about, with the names of the hook events. */
export const chatEvents = [
  'push_events',
  'tag_push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
] as const;

/** An event that chat systems are notified about. */
export type ChatEvent = (typeof chatEvents)[number];

/** Events that integrations can be subscribed to. */
export const integrationEvents = [...chatEvents, 'commit_events'] as const;

/** An event that integrations can be subscribed to. */
export type IntegrationEvent = (typeof integrationEvents)[number];

/**
 * An integration. Its id comes from the sequence of hooks, so that deliveries refer to both by id.
 */
export interface IntegrationDocument extends EntityDocument, Record<IntegrationEvent, boolean> {
  project_id: number;
  slug: string;
  /** Properties as encrypted JSON. URLs of chat systems are secrets. */
  properties: string;
  /** Consecutive failed deliveries; absent before the first. */
  failures?: number;
  /** End of the pause of deliveries; null or absent while the receiver works. */
  disabled_until?: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model of integrations. */
export function createIntegrationModel(connection: Connection): Model<IntegrationDocument> {
  const schema = entitySchema<IntegrationDocument>('integrations', {
    project_id: { type: Number, required: true },
    slug: { type: String, required: true },
    ...Object.fromEntries(integrationEvents.map((name) => [name, { type: Boolean, required: true }])),
    properties: { type: String, required: true },
    failures: Number,
    disabled_until: Date,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, slug: 1 }, { unique: true });
  return connection.model<IntegrationDocument>('integrations', schema);
}
