import type { ResponseOf } from '@forgemesh/rpc';
import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import type { PushRuleDocument } from './push-rule.model';

/** Minimum license tier for checks of committers and signatures. */
export const COMMITTER_TIER = 2;
/** The highest license tier. Events contain all fields. */
export const ALL_TIERS = 3;

/** Presents a push rule for a license tier. */
export function presentPushRule(rule: PushRuleDocument, tier: number): ResponseOf<PushRule> {
  return {
    id: rule._id,
    project_id: rule.project_id,
    commit_message_regex: rule.commit_message_regex,
    commit_message_negative_regex: rule.commit_message_negative_regex,
    branch_name_regex: rule.branch_name_regex,
    deny_delete_tag: rule.deny_delete_tag,
    created_at: rule.created_at.toISOString(),
    member_check: rule.member_check,
    prevent_secrets: rule.prevent_secrets,
    author_email_regex: rule.author_email_regex,
    file_name_regex: rule.file_name_regex,
    max_file_size: rule.max_file_size,
    ...(tier >= COMMITTER_TIER && {
      commit_committer_check: rule.commit_committer_check,
      reject_unsigned_commits: rule.reject_unsigned_commits,
    }),
  };
}
