/** Serializes releases and protections in project archives. */
import type { UntrustedRecord } from '@forgemesh/data';
import type { AccessEntry } from '#refs/access-entries';
import type { ProtectedBranchDocument } from '#refs/protected-branches';
import type { ProtectedTagDocument } from '#refs/protected-tags';
import { isAllowedUrl, type ReleaseDocument } from '#refs/releases';

/** Access levels of protections; 0 means no one. */
const LEVELS = [0, 30, 40, 60];

/** A release as an archive entry. */
export function releaseRow(release: ReleaseDocument): object {
  const { tag_name: tag, name, description, sha, author_id, created_at, released_at, links } = release;
  return {
    tag,
    name,
    description,
    sha,
    author_id,
    created_at,
    released_at,
    links: links.map(({ name: title, url }) => ({ name: title, url })),
  };
}

/** A protected branch as an archive entry. */
export function protectedBranchRow(branch: ProtectedBranchDocument): object {
  return {
    name: branch.name,
    push_access_levels: branch.push_access_levels,
    merge_access_levels: branch.merge_access_levels,
    unprotect_access_levels: branch.unprotect_access_levels ?? null,
    allow_force_push: branch.allow_force_push ?? false,
    code_owner_approval_required: branch.code_owner_approval_required ?? false,
    created_at: branch.created_at,
  };
}

/** A protected tag as an archive entry. */
export function protectedTagRow({ name, create_access_levels, created_at }: ProtectedTagDocument): object {
  return { name, create_access_levels, created_at };
}

/** The fields of a release. */
export function restoreRelease(row: UntrustedRecord, authorOf: (id: number | null) => number) {
  const tag_name = row.text('tag', 1024);
  const links = row.rows('links', 1000).map((link, at) => {
    const url = link.text('url', 2048);
    if (!isAllowedUrl(url)) throw link.problem('url');
    return { id: at + 1, name: link.text('name', 255), url };
  });
  const created_at = row.date('created_at');
  return {
    tag_name,
    name: row.optionalText('name', 255) || tag_name,
    description: row.optionalText('description'),
    sha: row.optionalSha('sha'),
    author_id: authorOf(row.optionalNumber('author_id')),
    links,
    last_link_id: links.length,
    created_at,
    released_at: row.optionalDate('released_at') ?? created_at,
  };
}

/** The fields of a protected branch. */
export function restoreProtectedBranch(row: UntrustedRecord) {
  return {
    name: row.text('name', 255),
    push_access_levels: levelsOf(row, 'push_access_levels'),
    merge_access_levels: levelsOf(row, 'merge_access_levels'),
    ...(row.rows('unprotect_access_levels').length > 0 && {
      unprotect_access_levels: levelsOf(row, 'unprotect_access_levels'),
    }),
    allow_force_push: row.optionalFlag('allow_force_push') ?? false,
    code_owner_approval_required: row.optionalFlag('code_owner_approval_required') ?? false,
    created_at: row.date('created_at'),
  };
}

/** The fields of a protected tag. */
export function restoreProtectedTag(row: UntrustedRecord) {
  return {
    name: row.text('name', 255),
    create_access_levels: levelsOf(row, 'create_access_levels'),
    created_at: row.date('created_at'),
  };
}

/**
 * Rights of individual users, groups and deploy keys belong to another instance: only roles are
 * imported.
 */
function levelsOf(row: UntrustedRecord, name: string): AccessEntry[] {
  const levels = row.rows(name, 1000).flatMap((level) => {
    if (level.has('user_id') || level.has('group_id') || level.has('deploy_key_id')) return [];
    const access_level = level.count('access_level');
    if (!LEVELS.includes(access_level)) throw level.problem('access_level');
    return [access_level];
  });
  // A protection without any imported level falls back to maintainers.
  const all = levels.length === 0 ? [40] : [...new Set(levels)];
  return all.map((access_level) => ({ access_level }));
}
