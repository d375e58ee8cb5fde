import { branchRef } from '@forgemesh/git-engine';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { LicenseServiceDefinition } from '@forgemesh/proto/repository/v1/license';
import { findCommitId } from '#commits';
import { findLicenseFile, type KnownLicense, otherLicense, recognizeLicense } from '#content/licenses';
import type { InternalLicensesDeps } from './deps';

/** The longest known license has 35 KB. */
const MAX_BYTES = 64 * 1024;

/** Recognizes the license file in the root folder of a branch. */
export const getLicense = internalOperation(
  LicenseServiceDefinition.getLicense,
  async ({ project_id, storage, branch }, { deps }: Call<InternalLicensesDeps>) => {
    const { repo } = deps.storages.locate(project_id, storage);
    const commitId = await findCommitId(deps, repo, branchRef(branch));
    if (commitId === null) return {};
    const { entries } = await deps.git.treeEntries({ repo, commit_id: commitId });
    const files = new Map(entries.filter(({ type }) => type === 'blob').map(({ name, id }) => [name, id]));
    const path = findLicenseFile([...files.keys()]);
    const blobId = path === undefined ? undefined : files.get(path);
    if (path === undefined || blobId === undefined) return {};
    const { nickname, source_url, ...license } = await licenseOf(deps, repo, blobId);
    const optional = { ...(nickname !== null && { nickname }), ...(source_url !== null && { source_url }) };
    return { path, license: { ...license, ...optional } };
  },
);

/** The license in a file. Blobs are immutable, so the result is cached by id. */
async function licenseOf({ git, licenses }: InternalLicensesDeps, repo: string, blobId: string): Promise<KnownLicense> {
  const cached = licenses.get(blobId);
  if (cached) return cached;
  const { size } = await git.blobInfo({ repo, id: blobId });
  const license =
    size > MAX_BYTES
      ? otherLicense
      : recognizeLicense((await git.readBlob({ repo, id: blobId, max_bytes: MAX_BYTES })).data.toString('utf8'));
  licenses.set(blobId, license);
  return license;
}
