/** The files of a version of a merge request, and the commits that they are compared at. */
import { allPages } from '#api/all-pages';
import type { DiffEntry, MergeRequest } from '#api/types';
import type { DiffRefs } from '#components/discussion/diff-discussions';
import {
  getMergeRequestVersion,
  listMergeRequestDiffs,
  listMergeRequestVersions,
  mergeRequestKeys,
} from '#data/merge-requests';
import { compareRevisions } from '#data/repository';

/** Chosen versions: commits, or nothing for the newest one and for the target branch. */
export interface ChosenVersions {
  /** Newest commit of the version. */
  head: string | undefined;
  /** Commit of the version that it is compared with. */
  start: string | undefined;
}

/** The files and their commits. */
export interface VersionChanges {
  files: DiffEntry[];
  refs: DiffRefs;
  /** Whether two versions are compared, whose lines have no comments. */
  isComparison: boolean;
}

const NO_REFS: DiffRefs = { base_sha: '', start_sha: '', head_sha: '' };

/** The query of a version, which several parts of the page share. */
export function versionQuery(request: MergeRequest, { head, start }: ChosenVersions) {
  const { project_id: id, iid, sha } = request;
  const isNewest = head === undefined || head === sha;
  return {
    queryKey: [...mergeRequestKeys.diffs(id, iid, sha), isNewest ? undefined : head, start],
    queryFn: (): Promise<VersionChanges> => {
      if (start !== undefined) return loadComparison(id, start, head ?? sha ?? '');
      return isNewest ? loadNewest(request) : loadVersion(request, head);
    },
  };
}

async function loadComparison(id: number, start: string, head: string): Promise<VersionChanges> {
  const { diffs } = await compareRevisions(id, { from: start, to: head, straight: true });
  return { files: diffs, refs: { base_sha: start, start_sha: start, head_sha: head }, isComparison: true };
}

async function loadNewest({ project_id: id, iid, diff_refs: refs }: MergeRequest): Promise<VersionChanges> {
  const files = await allPages<DiffEntry>((page) => listMergeRequestDiffs(id, iid, { page, per_page: 100 }));
  return { files, refs: refs ?? NO_REFS, isComparison: false };
}

async function loadVersion({ project_id: id, iid }: MergeRequest, head: string): Promise<VersionChanges> {
  const versions = await listMergeRequestVersions(id, iid);
  const found = versions.find(({ head_commit_sha: commit }) => commit === head);
  if (!found) return { files: [], refs: NO_REFS, isComparison: false };
  const { diffs = [] } = await getMergeRequestVersion(id, iid, found.id);
  const refs = {
    base_sha: found.base_commit_sha,
    start_sha: found.start_commit_sha,
    head_sha: found.head_commit_sha,
  };
  return { files: diffs, refs, isComparison: false };
}
