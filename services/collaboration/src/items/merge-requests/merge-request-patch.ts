/** The changes of a merge request as a download. */
import type { Download, Call } from '@forgemesh/rpc';
import { findComparedMergeRequest } from './find-merge-request';
import { storageOf } from './merging/merge-settings';
import type { MergeRequestDocument } from '#items/model';
import type { MergeRequestChangesDeps } from './deps';

/** All changes as one patch, or each commit as a patch for `git am`. */
export type PatchForm = 'getRawDiff' | 'getRawPatches';

/** Downloads the changes of a merge request. */
export async function downloadPatch(
  call: Call<MergeRequestChangesDeps>,
  iid: number,
  form: PatchForm,
): Promise<Download> {
  const request = await findComparedMergeRequest(call, iid);
  return { headers: { 'Content-Type': 'text/plain' }, content: patchOf(call, request, form) };
}

async function* patchOf(
  { deps }: Call<MergeRequestChangesDeps>,
  request: MergeRequestDocument,
  form: PatchForm,
): AsyncGenerator<Uint8Array> {
  const { project_id, base_sha, head_sha } = request;
  if (base_sha === null || head_sha === null) return;
  const storage = await storageOf(deps, project_id);
  const parts = deps.clients.mergeContents[form]({ project_id, storage, base_sha, head_sha });
  for await (const { part } of parts) if (part?.$case === 'chunk') yield part.value;
}
