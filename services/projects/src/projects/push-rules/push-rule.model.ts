/** Push rules of projects: at most one per project. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** Expressions of a rule; an empty one is not checked. */
export const expressionFields = [
  'commit_message_regex',
  'commit_message_negative_regex',
  'branch_name_regex',
  'author_email_regex',
  'file_name_regex',
] as const;

/** The settings of a rule. */
export interface PushRuleSettings extends Record<(typeof expressionFields)[number], string> {
  deny_delete_tag: boolean;
  member_check: boolean;
  prevent_secrets: boolean;
  /** In MB; 0 for no limit. */
  max_file_size: number;
  commit_committer_check: boolean;
  reject_unsigned_commits: boolean;
}

/** A rule without restrictions. */
export const noRule: PushRuleSettings = {
  commit_message_regex: '',
  commit_message_negative_regex: '',
  branch_name_regex: '',
  author_email_regex: '',
  file_name_regex: '',
  deny_delete_tag: false,
  member_check: false,
  prevent_secrets: false,
  max_file_size: 0,
  commit_committer_check: false,
  reject_unsigned_commits: false,
};

/** A push rule. */
export interface PushRuleDocument extends EntityDocument, PushRuleSettings {
  project_id: number;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model of the push rules. */
export function createPushRuleModel(connection: Connection): Model<PushRuleDocument> {
  const schema = entitySchema<PushRuleDocument>('push_rules', {
    project_id: { type: Number, required: true },
    ...Object.fromEntries(expressionFields.map((name) => [name, String])),
    deny_delete_tag: { type: Boolean, required: true },
    member_check: { type: Boolean, required: true },
    prevent_secrets: { type: Boolean, required: true },
    max_file_size: { type: Number, required: true },
    commit_committer_check: { type: Boolean, required: true },
    reject_unsigned_commits: { type: Boolean, required: true },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1 }, { unique: true });
  return connection.model<PushRuleDocument>('push_rules', schema);
}
