/**
 * Webhooks that earlier releases stored here. The deliveries service has copies of them and owns
 * them; these remain for a return to the earlier release.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { EventEntity } from '@forgemesh/events';
import type { SecretBox } from '@forgemesh/security';
import type { Connection, Model } from 'mongoose';

const switches = [
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

/** A webhook of a project or of the instance. */
export interface FormerHook extends EntityDocument, Record<(typeof switches)[number], boolean> {
  /** Null for a system hook. */
  project_id: number | null;
  /** Encrypted; plain if an early release stored it. */
  url: string;
  push_events_branch_filter: string;
  enable_ssl_verification: boolean;
  /** Encrypted; null for none. */
  token: string | null;
  /** Encrypted; null or absent for none. */
  signing_token?: string | null;
  failures?: number;
  disabled_until?: Date | null;
  created_at: Date;
  updated_at: Date;
  /** The version that was transferred; absent before the transfer. */
  moved_version?: number;
}

/** Creates the model. */
export function createFormerHookModel(connection: Connection): Model<FormerHook> {
  const schema = entitySchema<FormerHook>('hooks', {
    project_id: { type: Number, default: null },
    url: String,
    push_events_branch_filter: String,
    ...Object.fromEntries(switches.map((name) => [name, Boolean])),
    enable_ssl_verification: Boolean,
    token: String,
    signing_token: String,
    failures: Number,
    disabled_until: Date,
    created_at: Date,
    updated_at: Date,
    moved_version: Number,
  });
  schema.index({ project_id: 1, _id: 1 });
  return connection.model<FormerHook>('hooks', schema);
}

/** The URL of a webhook, decrypted. */
export function openFormerUrl(box: SecretBox, { url }: Pick<FormerHook, 'url'>): string {
  return /^https?:/i.test(url) ? url : box.open(url);
}

/** A webhook in an event that a process of an earlier release stored and did not publish. */
export function presentFormerHook(
  box: SecretBox,
  hook: FormerHook,
): EventEntity<'projects.hook.updated'> | EventEntity<'projects.system_hook.updated'> {
  const shown = {
    id: hook._id,
    url: new URL(openFormerUrl(box, hook)).origin,
    ...(Object.fromEntries(switches.map((name) => [name, hook[name]])) as Record<(typeof switches)[number], boolean>),
    enable_ssl_verification: hook.enable_ssl_verification,
    created_at: hook.created_at.toISOString(),
    alert_status: 'executable',
    disabled_until: null,
  };
  if (hook.project_id === null) return shown;
  return { ...shown, project_id: hook.project_id, push_events_branch_filter: hook.push_events_branch_filter };
}
