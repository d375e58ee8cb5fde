import { ForbiddenError, ForgeError, InvalidParameterError, NotFoundError } from '@forgemesh/errors';
import { operation, type Call } from '@forgemesh/rpc';
import { ChangelogServiceDefinition } from '@forgemesh/proto/repository/v1/changelog';
import { identitiesOf, refusalOf } from '#commits/history';
import { commitFiles } from '#commits/commit-files';
import { defaultBranchOf, locateRepository } from '#commits';
import { branchRef, type CommitAction, type FileContent, isGitError } from '@forgemesh/git-engine';
import { mayPushTo } from '#access';
import { listProtectionsFor, pushSubjectFor } from '#refs/protected-branches';
import { findTip } from '#refs/ref-log';
import { changelogSection, requireVersion } from '../changelog-section';
import { insertSection } from '../insert-section';
import type { Version } from '../version';
import type { ChangelogsDeps } from '../deps';

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Maximum number of attempts when the file changes concurrently. */
const MAX_ATTEMPTS = 5;

/** The section of a version and its target file. */
interface Addition {
  branch: string;
  file: string;
  version: Version;
  section: string;
}

/** Adds the section of a version to a changelog file with a commit. */
export const addChangelog = operation(
  ChangelogServiceDefinition.addChangelog,
  async (request, call: Call<ChangelogsDeps>) => {
    const version = requireVersion(request.version);
    const { message = `Add changelog for version ${request.version}` } = request;
    if (message.trim() === '') throw new InvalidParameterError('message is empty');
    const location = locateRepository(call);
    const branch = request.branch || (await defaultBranchOf(call));
    const [subject, protections] = await Promise.all([
      pushSubjectFor(call, call.resource(), branch),
      listProtectionsFor(call.deps, location.project_id, call.user),
    ]);
    if (!mayPushTo(subject, branch, protections))
      throw new ForbiddenError('You are not allowed to commit a changelog on this branch');
    const ref = branchRef(branch);
    if ((await findTip(call.deps, location.repo, ref)) === null) throw new NotFoundError('Branch');
    const section = await changelogSection(call, { ...request, to: request.to || ref }, version);
    const addition = { branch, file: request.file || 'CHANGELOG.md', version, section };
    const identities = await identitiesOf(call.deps, call.user);
    for (let attempt = 1; ; attempt++) {
      try {
        const action = await actionOf(call, addition);
        if (action === null) return {};
        await commitFiles(call.deps, {
          location,
          branch,
          message,
          actions: [action],
          ...identities,
          user: call.user,
          may_be_default: subject.default_branch === '',
          operation_id: call.operationId,
          check: call.deps.pushRules.createCheck(call),
        });
        return {};
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isGitError(error)) throw refusalOf(error);
      }
    }
  },
);

/** The action for the current file; null if it already contains the version. */
async function actionOf(
  call: Call<ChangelogsDeps>,
  { branch, file, version, section }: Addition,
): Promise<CommitAction | null> {
  const { git } = call.deps;
  const { repo } = locateRepository(call);
  const tip = await findTip(call.deps, repo, branchRef(branch));
  if (tip === null) throw new NotFoundError('Branch');
  const found = await findFile(call, tip, file);
  if (found === null)
    return { action: 'create', file_path: file, content: Buffer.from(insertSection('', version, section) ?? '') };
  if (found.data === null) throw new ForgeError('too_large');
  const last = await git.lastCommitForPath({ repo, commit_id: tip, path: file });
  // One character per byte, so that the rest of the file is unchanged in any encoding.
  const sectionBytes = Buffer.from(section).toString('latin1');
  const changed = insertSection(found.data.toString('latin1'), version, sectionBytes);
  if (changed === null) return null;
  const content = Buffer.from(changed, 'latin1');
  return { action: 'update', file_path: file, content, ...(last && { last_commit_id: last.id }) };
}

async function findFile(call: Call<ChangelogsDeps>, commitId: string, path: string): Promise<FileContent | null> {
  const { repo } = locateRepository(call);
  try {
    return await call.deps.git.readFile({ repo, commit_id: commitId, path, max_bytes: MAX_FILE_BYTES });
  } catch (error) {
    if (isGitError(error, 'path_not_found')) return null;
    throw error;
  }
}
