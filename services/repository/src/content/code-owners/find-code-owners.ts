/** Finds the entries of a CODEOWNERS file that apply to changed paths. */
import type { LRUCache } from 'lru-cache';
import { setImmediate } from 'node:timers/promises';
import { compilePattern, matchesPath, type PathPattern } from '#content';
import type { CodeOwnerEntry, CodeOwnerSection } from './parse-code-owners';

/** Paths matched before other work may run. */
const PATHS_PER_TURN = 50;

/** An entry that applies, with its section. */
export interface AppliedEntry extends Omit<CodeOwnerEntry, 'is_exclusion'> {
  section: string;
  is_optional: boolean;
  approvals_required: number;
}

/** Entries of CODEOWNERS files by repository, commit of the file and compared commits. */
export type CodeOwnersCache = LRUCache<string, AppliedEntry[]>;

/** A file whose patterns are compiled. */
export type CodeOwners = readonly (Omit<CodeOwnerSection, 'entries'> & { entries: CompiledEntry[] })[];

type CompiledEntry = CodeOwnerEntry & { compiled: PathPattern };

/** Compiles the patterns of all sections. */
export function compileCodeOwners(sections: readonly CodeOwnerSection[]): CodeOwners {
  return sections.map((section) => ({
    ...section,
    entries: section.entries.map((entry) => ({ ...entry, compiled: compilePattern(entry.pattern) })),
  }));
}

/**
 * The entries that decide about some of the paths: the last match of each section. Null stands for
 * more paths than can be matched: all entries then apply. Entries without owners are left out.
 */
export async function findCodeOwners(owners: CodeOwners, paths: readonly string[] | null): Promise<AppliedEntry[]> {
  const found = new Set<CompiledEntry>();
  if (paths === null) for (const { entries } of owners) entries.forEach((entry) => found.add(entry));
  for (const [index, path] of (paths ?? []).entries()) {
    if (index % PATHS_PER_TURN === PATHS_PER_TURN - 1) await setImmediate();
    for (const { entries } of owners) {
      const last = entries.findLast(({ compiled }) => matchesPath(compiled, path));
      if (last) found.add(last);
    }
  }
  return owners.flatMap((section) => section.entries.filter((entry) => found.has(entry)).flatMap(applied(section)));
}

function applied({ name, is_optional, approvals_required }: CodeOwners[number]) {
  return ({ pattern, names, emails, is_exclusion: isExclusion }: CompiledEntry): AppliedEntry[] => {
    if (isExclusion || names.length + emails.length === 0) return [];
    return [{ section: name, is_optional, approvals_required, pattern, names, emails }];
  };
}
