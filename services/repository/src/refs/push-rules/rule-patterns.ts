/**
 * The regular expressions of a rule. Users supply them, so they run off the event loop with a
 * timeout.
 */
import {
  isTooLongToMatch,
  MAX_PATTERN_TEXT,
  PatternTimeoutError,
  userPatterns,
  type UserPatterns,
} from '@forgemesh/patterns';
import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';

/** An expression and the strings that it matches. */
export interface RulePattern {
  source: string;
  /** Whether the expression matches anywhere in a string. */
  accepts(text: string): boolean;
}

/** The expressions of a rule; undefined if not set. */
export interface RulePatterns {
  branchName: RulePattern | undefined;
  message: RulePattern | undefined;
  forbiddenMessage: RulePattern | undefined;
  email: RulePattern | undefined;
  fileName: RulePattern | undefined;
}

/** The strings that a rule checks, by kind. */
export interface PatternInputs {
  branchNames?: readonly string[];
  messages?: readonly string[];
  emails?: readonly string[];
  fileNames?: readonly string[];
}

/** A string that could not be matched; the message is for the pushing user. */
export class PatternMatchError extends Error {
  override readonly name = 'PatternMatchError';
}

/** Names of the kinds of strings in messages. */
const labels: Record<keyof PatternInputs, string> = {
  branchNames: 'Branch name',
  messages: 'Commit message',
  emails: 'Email',
  fileNames: 'File name',
};

/**
 * Matches the expressions of a rule with their strings. Throws PatternMatchError for a string that
 * is too long and for an expression that times out.
 */
export async function matchPatterns(
  rule: PushRule,
  inputs: PatternInputs,
  patterns: Pick<UserPatterns, 'match'> = userPatterns,
): Promise<RulePatterns> {
  const match = (source: string, kind: keyof PatternInputs) =>
    matchOne(patterns, rule, source, kind, inputs[kind] ?? []);
  return {
    branchName: await match(rule.branch_name_regex, 'branchNames'),
    message: await match(rule.commit_message_regex, 'messages'),
    forbiddenMessage: await match(rule.commit_message_negative_regex, 'messages'),
    email: await match(rule.author_email_regex, 'emails'),
    fileName: await match(rule.file_name_regex, 'fileNames'),
  };
}

async function matchOne(
  patterns: Pick<UserPatterns, 'match'>,
  rule: PushRule,
  source: string,
  kind: keyof PatternInputs,
  inputs: readonly string[],
): Promise<RulePattern | undefined> {
  if (source === '') return undefined;
  const different = [...new Set(inputs)];
  if (different.some(isTooLongToMatch))
    throw new PatternMatchError(`${labels[kind]} is too long to be checked (maximum is ${MAX_PATTERN_TEXT} bytes)`);
  try {
    const matches = await patterns.match(`project/${rule.project_id}`, { source }, different);
    const found = new Set(different.filter((_, index) => matches[index]));
    return { source, accepts: (text) => found.has(text) };
  } catch (error) {
    if (!(error instanceof PatternTimeoutError)) throw error;
    throw new PatternMatchError(
      `${labels[kind]} could not be checked in time. The pattern '${source}' of the push rule is too complex.`,
      { cause: error },
    );
  }
}
