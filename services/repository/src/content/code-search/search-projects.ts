/** Searches the files of several projects, within limits of time and number. */
import { pageInfo, pageOf, type PageRequest } from '@forgemesh/data';
import { ForgeError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import { Shares } from '@forgemesh/admission';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { RepositoryMatch, SearchBlobsResponse } from '@forgemesh/proto/repository/v1/code_search';
import { presentBlob, TIMEOUT_MS } from './find-blobs';
import type { CodeSearchDeps } from './deps';

const MAX_PROJECTS = 100;
/** Matches of one project, so that it does not fill the page alone. */
const MAX_MATCHES = 50;
/** Projects that one search reads at the same time. */
const CONCURRENCY = 2;
/** Searches of all callers together, and of one caller. */
const shares = { total: 8, perCaller: 1, anonymous: 2 };
const RETRY_SECONDS = 5;

/** A project with its matches. */
interface SearchedProject {
  project: AuthorizedResource;
  matches: RepositoryMatch[];
}

/** Limits the searches that run at the same time in this process. */
export function createSearchShares(): Shares {
  return new Shares(shares);
}

/** Searches the projects whose code the caller may read, of a group or of all. */
export async function searchProjects(
  call: Call<CodeSearchDeps>,
  request: PageRequest & { search: string },
  groupId: number | undefined,
): Promise<ResponseOf<SearchBlobsResponse>> {
  const { user, deps } = call;
  const caller = { key: user ? `user ${user.id}` : `address ${call.context.address}`, isAnonymous: user === null };
  if (!deps.searchShares.take(caller))
    throw new ForgeError('too_many_requests', undefined, { retryAfter: RETRY_SECONDS });
  try {
    return await search(call, request, groupId);
  } finally {
    deps.searchShares.give(caller);
  }
}

async function search(
  call: Call<CodeSearchDeps>,
  request: PageRequest & { search: string },
  groupId: number | undefined,
): Promise<ResponseOf<SearchBlobsResponse>> {
  const { user, deps } = call;
  const { page, per_page, skip } = pageOf(request);
  const subject = { user_id: user?.id, admin: user?.admin ?? false, external: user?.external ?? false };
  const { projects, has_more } = await deps.clients.access.listCodeAccess({
    subject,
    group_id: groupId,
    limit: MAX_PROJECTS,
  });
  // One more shows whether there is another page.
  const { searched, isComplete } = await searchUntil(call, projects, {
    text: request.search,
    wanted: skip + per_page + 1,
  });
  if (has_more || !isComplete) call.setHeader('X-Unanswered', 'projects');
  const all = searched.flatMap(({ project, matches }) =>
    matches.map((match) => ({
      ...presentBlob(match, project.default_branch, project.id),
      project_path: project.full_path,
    })),
  );
  call.setPage(pageInfo({ page, per_page, total: undefined, found: Math.max(all.length - skip, 0) }));
  return { blobs: all.slice(skip, skip + per_page) };
}

interface Wanted {
  text: string;
  /** Number of matches after which no further project is searched. */
  wanted: number;
}

/** Searches the projects in their order. A project whose storage is unavailable is left out. */
async function searchUntil(
  call: Call<CodeSearchDeps>,
  projects: readonly AuthorizedResource[],
  { text, wanted }: Wanted,
): Promise<{ searched: SearchedProject[]; isComplete: boolean }> {
  const results: (SearchedProject | undefined)[] = [];
  const endsAt = Date.now() + TIMEOUT_MS;
  let isComplete = true;
  let found = 0;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < projects.length && found < wanted) {
      const index = next++;
      const project = projects[index];
      const timeoutMs = endsAt - Date.now();
      if (project === undefined || project.default_branch === '') continue;
      if (timeoutMs <= 0 || call.signal.aborted) {
        isComplete = false;
        return;
      }
      try {
        const { matches } = await call.deps.clients.codeSearch.searchRepository(
          {
            project_id: project.id,
            storage: project.storage,
            branch: project.default_branch,
            search: text,
            limit: MAX_MATCHES,
          },
          { timeoutMs },
        );
        results[index] = { project, matches };
        found += matches.length;
      } catch (error) {
        call.log.warn({ err: error, project_id: project.id }, 'project not searched');
        isComplete = false;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { searched: results.filter((result) => result !== undefined), isComplete };
}
