/** Reads templates from a project's repository: one file each, in one folder per type. */
import { findCommitId } from '#commits';
import { branchRef, isGitError } from '@forgemesh/git-engine';
import type { TemplatesDeps } from './deps';

type Deps = Pick<TemplatesDeps, 'git' | 'storages'>;

interface Folder {
  path: string;
  /** Matches the files; its first group is the key. */
  file: RegExp;
}

const folders: Readonly<Record<string, Folder>> = {
  dockerfiles: { path: 'Dockerfile', file: /^(.+)\.dockerfile$/i },
  gitignores: { path: 'gitignore', file: /^(.+)\.gitignore$/i },
  gitlab_ci_ymls: { path: 'gitlab-ci', file: /^(.+)\.yml$/i },
  licenses: { path: 'LICENSE', file: /^(.+?)(?:\.txt)?$/i },
  issues: { path: '.gitlab/issue_templates', file: /^(.+)\.md$/i },
  merge_requests: { path: '.gitlab/merge_request_templates', file: /^(.+)\.md$/i },
};

const MAX_BYTES = 1024 * 1024;

/** Location of templates: the default branch of a repository that this process serves. */
export interface TemplateSource {
  repo: string;
  branch: string;
  type: string;
}

/** Keys of the templates of a type, sorted. */
export async function listFolderTemplates(deps: Deps, source: TemplateSource): Promise<string[]> {
  return [...(await filesOf(deps, source)).keys()].toSorted();
}

/** Content of a template; null if it does not exist or is too large. */
export async function readFolderTemplate(deps: Deps, source: TemplateSource, key: string): Promise<string | null> {
  const id = (await filesOf(deps, source)).get(key);
  if (id === undefined) return null;
  const { size } = await deps.git.blobInfo({ repo: source.repo, id });
  if (size > MAX_BYTES) return null;
  return (await deps.git.readBlob({ repo: source.repo, id, max_bytes: MAX_BYTES })).data.toString('utf8');
}

async function filesOf(deps: Deps, { repo, branch, type }: TemplateSource): Promise<Map<string, string>> {
  const folder = folders[type];
  const commitId = branch === '' ? null : await findCommitId(deps, repo, branchRef(branch));
  if (!folder || commitId === null) return new Map();
  try {
    const { entries } = await deps.git.treeEntries({ repo, commit_id: commitId, path: folder.path });
    return new Map(
      entries.flatMap(({ type: kind, name, id }): [string, string][] => {
        const key = kind === 'blob' ? folder.file.exec(name)?.[1] : undefined;
        return key === undefined ? [] : [[key, id]];
      }),
    );
  } catch (error) {
    if (isGitError(error, 'path_not_found')) return new Map();
    throw error;
  }
}
