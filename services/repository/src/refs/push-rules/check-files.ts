import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import type { NewFile } from '@forgemesh/git-engine';
import type { RulePatterns } from './rule-patterns';
import { secretPattern } from './secret-files';

const MEGABYTE = 1024 * 1024;

/**
 * Checks added and changed files against a rule: the error message, or null. Names are checked
 * before sizes.
 */
export function checkFiles(files: readonly NewFile[], rule: PushRule, { fileName }: RulePatterns): string | null {
  for (const { path, is_added } of files) {
    if (fileName?.accepts(path)) return forbiddenName(path, fileName.source);
    const secret = rule.prevent_secrets && is_added ? secretPattern(path) : undefined;
    if (secret !== undefined) return forbiddenName(path, secret);
  }
  const limit = rule.max_file_size * MEGABYTE;
  const large = limit > 0 ? files.find(({ size }) => size > limit) : undefined;
  return large ? `File "${large.path}" is larger than the allowed size of ${rule.max_file_size} MB` : null;
}

function forbiddenName(path: string, pattern: string): string {
  return `File name ${path} was blacklisted by the pattern ${pattern}.`;
}
