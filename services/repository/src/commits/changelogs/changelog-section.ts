/**
 * Builds the changelog section of a version: the range of its commits, their trailers and the
 * Markdown.
 */
import { ForgeError, InvalidParameterError, NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { titleOf } from '#commits/history';
import { locateRepository, resolveCommit } from '#commits';
import type { Commit } from '@forgemesh/git-engine';
import { trailerOf } from './trailers';
import { compareVersions, parseVersion, type Version } from './version';
import type { ChangelogsDeps } from './deps';

/** Parameters of both changelog operations. */
export interface SectionRequest {
  version: string;
  from?: string | undefined;
  to?: string | undefined;
  date?: string | undefined;
  trailer?: string | undefined;
}

const MAX_COMMITS = 10_000;
/** Commits read per page. */
const PAGE_SIZE = 100;
const MAX_NOTES_LENGTH = 1_000_000;
const TAGS = 'refs/tags';
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const REVERT = /^This reverts commit ([0-9a-f]{40})/im;

/** The version in a request. Throws InvalidParameterError if it is not a semantic version. */
export function requireVersion(text: string): Version {
  const version = parseVersion(text);
  if (!version) throw new InvalidParameterError('version is invalid');
  return version;
}

/**
 * The section in Markdown. 404 if `from` or `to` does not resolve to a commit, 422 with the API's
 * message if there is no start.
 */
export async function changelogSection(
  call: Call<ChangelogsDeps>,
  request: SectionRequest,
  version: Version,
): Promise<string> {
  const start = request.from ? await resolveCommit(call, request.from) : await findPreviousRelease(call, version);
  const end = await resolveCommit(call, request.to);
  if (start === null || end === null) throw new NotFoundError('Commit');
  const entries = await listEntries(call, { start, end }, request.trailer || 'Changelog');
  const date = request.date || new Date().toISOString().slice(0, DATE_LENGTH);
  return `## ${request.version} (${date})\n\n${entriesAsMarkdown(entries)}\n\n`;
}

/** The commit of the newest stable version before the given one. */
async function findPreviousRelease(call: Call<ChangelogsDeps>, version: Version): Promise<string> {
  const { git } = call.deps;
  const { repo } = locateRepository(call);
  const { refs } = await git.listRefs({ repo, folder: TAGS });
  let newest: { name: string; version: Version } | undefined;
  for (const { short_name: name } of refs) {
    const found = parseVersion(name);
    if (!found || found.pre.length > 0 || compareVersions(found, version) >= 0) continue;
    if (!newest || compareVersions(found, newest.version) > 0) newest = { name, version: found };
  }
  const tag = newest && (await git.getTag({ repo, name: newest.name }));
  if (!tag?.commit)
    throw failure('The commit start range is unspecified, and no previous tag could be found to use instead');
  return tag.commit.id;
}

/** Entries by category, both in the order of the commits, newest first. */
async function listEntries(
  call: Call<ChangelogsDeps>,
  { start, end }: { start: string; end: string },
  trailer: string,
): Promise<Map<string, string[]>> {
  const { git } = call.deps;
  const { repo } = locateRepository(call);
  const { full_path: path } = call.resource();
  const entries = new Map<string, string[]>();
  const reverted = new Set<string>();
  let length = 0;
  const add = ({ id, message }: Commit): void => {
    // A reverted revert has no effect.
    if (reverted.has(id)) return;
    const revertedId = REVERT.exec(message.slice(message.indexOf('\n') + 1))?.[1];
    if (revertedId) reverted.add(revertedId.toLowerCase());
    const category = trailerOf(message, trailer);
    if (!category) return;
    const entry = `- [${titleOf(message)}](${path}@${id})`;
    length += entry.length + category.length;
    if (length > MAX_NOTES_LENGTH) throw failure(`It is too long (maximum is ${MAX_NOTES_LENGTH} characters)`);
    const existing = entries.get(category);
    if (existing) existing.push(entry);
    else entries.set(category, [entry]);
  };
  for (let skip = 0; ; skip += PAGE_SIZE) {
    if (skip >= MAX_COMMITS) throw failure(`The range has too many commits (maximum is ${MAX_COMMITS})`);
    const page = await git.listCommits({ repo, from: [end], exclude: [start], skip, limit: PAGE_SIZE });
    page.commits.forEach(add);
    if (!page.has_more) return entries;
  }
}

function entriesAsMarkdown(entries: ReadonlyMap<string, readonly string[]>): string {
  if (entries.size === 0) return 'No changes.';
  return [...entries]
    .map(([category, lines]) => {
      const count = lines.length === 1 ? '1 change' : `${lines.length} changes`;
      return `### ${category} (${count})\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}

function failure(reason: string): ForgeError {
  return new ForgeError('unprocessable', `Failed to generate the changelog: ${reason}`);
}
