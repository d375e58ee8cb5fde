import { isDuplicateKey } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { type Call, operation } from '@forgemesh/rpc';
import { ViewedFileServiceDefinition } from '@forgemesh/proto/collaboration/v1/viewed_file';
import { versionOf } from '../version-of';
import type { ViewedFilesDeps } from '../deps';
import type { ViewedFilesDocument } from '../viewed-files.model';

/** Maximum number of marked files of a version, beyond the files that a diff shows. */
const MAX_PATHS = 3_000;

/** Marks a changed file of a version as viewed, or removes the mark. */
export const markViewedFile = operation(
  ViewedFileServiceDefinition.markViewedFile,
  async ({ path, viewed = true, ...request }, call: Call<ViewedFilesDeps>) => {
    const { head_sha, ...owner } = await versionOf(call, request);
    if (head_sha === null) throw new BadRequestError('The merge request has no commits');
    const { _id } = await ensureMarks(call, { ...owner, head_sha });
    const changed = await call.deps.viewedFiles.mutate(_id, ({ paths }) => {
      if (paths.includes(path) === viewed) return null;
      if (viewed && paths.length >= MAX_PATHS) throw new BadRequestError(`At most ${MAX_PATHS} files can be marked`);
      return { set: { paths: viewed ? [...paths, path] : paths.filter((each) => each !== path) } };
    });
    return { head_sha, paths: changed?.paths ?? [] };
  },
);

/** The caller's marks for a version, which are created with the first one. */
async function ensureMarks(
  { deps: { viewedFiles } }: Call<ViewedFilesDeps>,
  version: Pick<ViewedFilesDocument, 'merge_request_id' | 'user_id' | 'head_sha'>,
): Promise<Pick<ViewedFilesDocument, '_id'>> {
  const find = (): Promise<ViewedFilesDocument | null> =>
    viewedFiles.model.findOne(version).lean<ViewedFilesDocument | null>();
  const found = await find();
  if (found) return found;
  try {
    return await viewedFiles.insert({ _id: await viewedFiles.nextId(), ...version, paths: [] });
  } catch (error) {
    const other = isDuplicateKey(error) ? await find() : null;
    if (!other) throw error;
    return other;
  }
}
