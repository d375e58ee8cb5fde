/** The expressions of a rule. They run in linear time, whatever they are and whatever they are matched with. */
import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import { RE2JS } from 're2js';

/** An expression and how it is told. */
export interface RulePattern {
  source: string;
  /** Whether it matches anywhere in a text. */
  isIn(text: string): boolean;
}

/** The expressions of a rule; what is not asked for is undefined. */
export interface RulePatterns {
  branchName: RulePattern | undefined;
  message: RulePattern | undefined;
  forbiddenMessage: RulePattern | undefined;
  email: RulePattern | undefined;
  fileName: RulePattern | undefined;
}

/** Compiles the expressions of a rule; they were checked when they were set. */
export function compilePatterns(rule: PushRule): RulePatterns {
  return {
    branchName: compile(rule.branch_name_regex),
    message: compile(rule.commit_message_regex),
    forbiddenMessage: compile(rule.commit_message_negative_regex),
    email: compile(rule.author_email_regex),
    fileName: compile(rule.file_name_regex),
  };
}

function compile(source: string): RulePattern | undefined {
  if (source === '') return undefined;
  const expression = RE2JS.compile(source, RE2JS.MULTILINE);
  return { source, isIn: (text) => expression.matcher(text).find() };
}
