/** Writes the archive of a project in the order of its layout. */
import { pipeline } from 'node:stream/promises';
import { idBatches } from '@forgemesh/data';
import { contentOf } from '@forgemesh/rpc';
import { API_VERSION } from '@forgemesh/service';
import type { Pack } from 'tar-stream';
import { ARCHIVE_VERSION, entries, folders, addSpooled, packArchive } from '#import-export/archives';
import type { ProjectDocument } from '#projects/model';
import type { ArchiveTarget } from '#import-export/exports';
import { addLfsObjects } from './lfs-objects';
import { addTree, type TreeSource } from './project-tree';
import type { ProjectArchivesDeps } from './deps';

const BATCH = 100;

/** Writes the archive to the file store under an id. */
export async function writeArchive(
  deps: ProjectArchivesDeps,
  project: ProjectDocument,
  { projectExport, file }: ArchiveTarget,
): Promise<void> {
  const target = { store: deps.exportFiles, file };
  await packArchive(deps, target, (tar, spool) => fill(deps, tar, { project, projectExport, spool }));
}

async function fill(deps: ProjectArchivesDeps, tar: Pack, source: TreeSource): Promise<void> {
  const { project, spool } = source;
  const { _id: project_id, storage } = project;
  const { bundles } = deps.clients;
  tar.entry({ name: entries.version }, ARCHIVE_VERSION);
  tar.entry({ name: entries.instanceVersion }, API_VERSION);
  tar.entry({ name: entries.instanceRevision }, deps.revision);
  await addAvatar(deps, tar, project);
  await addTree(deps, tar, source);
  await addUploads(deps, tar, project_id);
  const repository = contentOf(bundles.exportBundle({ project_id, storage, wiki: false }));
  await addSpooled(tar, spool, { name: entries.repository, content: repository });
  const wiki = contentOf(bundles.exportBundle({ project_id, storage, wiki: true }));
  await addSpooled(tar, spool, { name: entries.wiki, content: wiki });
  await addLfsObjects(deps, tar, { project_id, spool });
}

async function addAvatar({ avatarFiles }: ProjectArchivesDeps, tar: Pack, { avatar }: ProjectDocument): Promise<void> {
  const file = avatar ? await avatarFiles.open(avatar.file) : null;
  if (!avatar || !file) return;
  await pipeline(file.content, tar.entry({ name: `${folders.avatar}/${avatar.name}`, size: file.size }));
}

async function addUploads(deps: ProjectArchivesDeps, tar: Pack, project_id: number): Promise<void> {
  for await (const uploads of idBatches(deps.uploads, { project_id }, BATCH)) {
    for (const { file: id, secret, file_name } of uploads) {
      const file = await deps.uploadFiles.open(id);
      if (!file) continue;
      const name = `${folders.uploads}/${secret}/${file_name}`;
      await pipeline(file.content, tar.entry({ name, size: file.size }));
    }
  }
}
