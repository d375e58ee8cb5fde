/**
 * Walks over all files of the primary once, kind by kind: what is missing here is copied, what is
 * gone there is removed.
 */
import { compareSoon, forgetFile, markFileDue } from '../files/files';
import { fileKey, type FileDocument } from '../files/file.model';
import { fileKinds, type FileKind } from '../files/file-kinds';
import type { Geo } from '../deps';

/** Walks on. A page that was not finished is done again. */
export async function walkFiles(deps: Geo): Promise<void> {
  for (;;) {
    const { walked_file_kind: kind, walked_file_id: walked } = await deps.following.state();
    if (kind === null) return;
    const ids = await deps.primary.files(kind, walked);
    const end = ids.at(-1);
    const range = { kind, id: { $gt: walked, ...(end !== undefined && { $lte: end }) } };
    const here = await deps.files.find(range, { _id: 1 }).lean<Pick<FileDocument, '_id'>[]>();
    const there = new Set(ids.map((id) => fileKey({ kind, id })));
    const known = new Set(here.map(({ _id }) => _id));
    for (const key of known) if (!there.has(key)) await forgetFile(deps, key);
    for (const id of ids) if (!known.has(fileKey({ kind, id }))) await markFileDue(deps, { kind, id });
    await compareSoon(deps, [...known]);
    await deps.following.change(
      end === undefined ? { walked_file_kind: kindAfter(kind), walked_file_id: 0 } : { walked_file_id: end },
    );
  }
}

/** Null after the last one. */
function kindAfter(kind: FileKind): FileKind | null {
  return fileKinds[fileKinds.indexOf(kind) + 1] ?? null;
}
