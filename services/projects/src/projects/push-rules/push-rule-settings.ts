/** Validates push rules in requests. */
import { ForbiddenError, ValidationError } from '@forgemesh/errors';
import { userPatterns } from '@forgemesh/patterns';
import type { Call } from '@forgemesh/rpc';
import { COMMITTER_TIER } from './push-rule.entity';
import { expressionFields, noRule, type PushRuleSettings } from './push-rule.model';

/** Absent fields are undefined; null clears an expression. */
export type PushRuleRequest = { [K in keyof PushRuleSettings]?: PushRuleSettings[K] | null | undefined };

/**
 * The fields that a request sets. Throws ValidationError for invalid or too complex expressions,
 * and ForbiddenError for fields that the license does not include.
 */
export async function pushRuleSettings(
  { context, principal }: Call<unknown>,
  request: PushRuleRequest,
): Promise<Partial<PushRuleSettings>> {
  const isPaidFor = context.tier >= COMMITTER_TIER;
  const requiresTier = request.commit_committer_check !== undefined || request.reject_unsigned_commits !== undefined;
  if (requiresTier && !isPaidFor) throw new ForbiddenError();
  const names = Object.keys(noRule) as (keyof PushRuleSettings)[];
  const set = Object.fromEntries(
    names.filter((name) => request[name] !== undefined).map((name) => [name, request[name] ?? noRule[name]]),
  ) as Partial<PushRuleSettings>;
  const errors: Record<string, string[]> = {};
  for (const name of expressionFields) {
    const problem = await userPatterns.check(`user/${principal.id}`, set[name] ?? '');
    if (problem !== undefined) errors[name] = [problem];
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return set;
}
