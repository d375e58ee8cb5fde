/** What a client may say of a push rule. */
import { ForbiddenError, ValidationError } from '@forgemesh/kit';
import { RE2JS } from 're2js';
import type { ProjectsCall } from '../operation';
import { COMMITTER_TIER } from './push-rule.entity';
import { expressionFields, noRule, type PushRuleSettings } from './push-rule.model';

/** A request: absent fields are undefined, and null empties an expression. */
export type PushRuleRequest = { [K in keyof PushRuleSettings]?: PushRuleSettings[K] | null | undefined };

/**
 * The fields that a request sets. Throws ValidationError for expressions that are none, ForbiddenError for what the licence does not hold.
 */
export function pushRuleSettings({ context }: ProjectsCall, request: PushRuleRequest): Partial<PushRuleSettings> {
  const isPaidFor = context.tier >= COMMITTER_TIER;
  const asksForMore = request.commit_committer_check !== undefined || request.reject_unsigned_commits !== undefined;
  if (asksForMore && !isPaidFor) throw new ForbiddenError();
  const names = Object.keys(noRule) as (keyof PushRuleSettings)[];
  const set = Object.fromEntries(
    names.filter((name) => request[name] !== undefined).map((name) => [name, request[name] ?? noRule[name]]),
  ) as Partial<PushRuleSettings>;
  const errors = expressionFields
    .filter((name) => !isExpression(set[name] ?? ''))
    .map((name) => [name, ['is an invalid regular expression']]);
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors));
  return set;
}

/** Whether a text is an expression that runs in linear time. */
function isExpression(text: string): boolean {
  try {
    RE2JS.compile(text, RE2JS.MULTILINE);
    return true;
  } catch {
    // The library knows many errors of its own; each means that the text is no such expression.
    return false;
  }
}
