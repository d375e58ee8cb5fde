import { type Call, operation } from '@forgemesh/rpc';
import { ViewedFileServiceDefinition } from '@forgemesh/proto/collaboration/v1/viewed_file';
import { versionOf } from '../version-of';
import type { ViewedFilesDeps } from '../deps';
import type { ViewedFilesDocument } from '../viewed-files.model';

/** Lists the files of a version that the caller marked as viewed. */
export const listViewedFiles = operation(
  ViewedFileServiceDefinition.listViewedFiles,
  async (request, call: Call<ViewedFilesDeps>) => {
    const { head_sha, ...owner } = await versionOf(call, request);
    if (head_sha === null) return { head_sha, paths: [] };
    const found = await call.deps.viewedFiles.model.findOne({ ...owner, head_sha }).lean<ViewedFilesDocument>();
    return { head_sha, paths: found?.paths ?? [] };
  },
);
