/** Searches files and presents one page of results. */
import { posix } from 'node:path';
import { pageInfo, pageOf, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { SearchBlobsResponse } from '@forgemesh/proto/repository/v1/code_search';
import type { FoundLines } from '@forgemesh/git-engine';
import type { CodeSearchDeps } from './deps';
import { parseSearch } from './parse-search';

/** Timeout of a search. */
export const TIMEOUT_MS = 10_000;

/** The commit to search. */
export interface SearchedTree {
  repo: string;
  /** Null when the ref does not resolve. */
  commit_id: string | null;
  /** Ref name for the response. */
  ref: string;
}

/** Reads and presents a page of results. */
export async function findBlobs(
  call: Call<CodeSearchDeps>,
  request: PageRequest & { search: string },
  { repo, commit_id: commitId, ref }: SearchedTree,
): Promise<ResponseOf<SearchBlobsResponse>> {
  const { page, per_page: perPage, skip } = pageOf(request);
  const query = { repo, ...parseSearch(request.search), with_names: true, skip, limit: perPage };
  const { found, total } =
    commitId === null
      ? { found: [], total: 0 }
      : await call.deps.git.searchFiles({ ...query, commit_id: commitId }, { timeoutMs: TIMEOUT_MS });
  call.setPage(pageInfo({ page, per_page: perPage, total, found: Math.max(total - skip, 0) }));
  const projectId = call.resource('id').id;
  return { blobs: found.map((lines) => presentBlob(lines, ref, projectId)) };
}

/** Presents a match. */
export function presentBlob({ path, start_line, lines }: FoundLines, ref: string, projectId: number) {
  return {
    basename: path.slice(0, path.length - posix.extname(path).length),
    data: lines.map((line) => `${line}\n`).join(''),
    path,
    filename: path,
    id: null,
    ref,
    startline: start_line,
    project_id: projectId,
  };
}
