/** The license of a project's default branch, as the repository service detects it. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Project, ProjectLicense } from '@forgemesh/proto/projects/v1/project';
import type { ProjectDocument } from '#projects/model';
import type { ProjectPresentationDeps } from './deps';

/** A license and the path of its file; both null if there is none. */
export interface FoundLicense {
  path: string | null;
  license: ResponseOf<ProjectLicense> | null;
}

/** Fetches the license of a project from the repository service. */
export async function readLicense(
  { clients }: Pick<ProjectPresentationDeps, 'clients'>,
  { _id: project_id, storage, default_branch: branch }: ProjectDocument,
): Promise<FoundLicense> {
  if (branch === null) return { path: null, license: null };
  const { path, license } = await clients.licenses.getLicense({ project_id, storage, branch });
  if (path === undefined || !license) return { path: null, license: null };
  const { key, name, nickname, html_url, source_url } = license;
  return { path, license: { key, name, nickname: nickname ?? null, html_url, source_url: source_url ?? null } };
}

/** Presents a license. `files` is the URL of the default branch's files. */
export function presentLicense({ path, license }: FoundLicense, files: string | null): Partial<ResponseOf<Project>> {
  const url = path === null || files === null ? null : `${files}/${encodeURIComponent(path)}`;
  return { license_url: url, license };
}
