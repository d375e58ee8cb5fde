/** The files with which a new project begins. */
import type { Project } from '#api/types';
import { createCommit } from '#data/commits';
import { getGitignore, getLicense } from '#data/templates';

/** What was chosen. */
export interface FirstFiles {
  hasReadme: boolean;
  /** Key of a template; empty for none. */
  license: string;
  /** Key of a template; empty for none. */
  gitignore: string;
}

/** Whether any file was chosen. */
export function hasFiles({ hasReadme, license, gitignore }: FirstFiles): boolean {
  return hasReadme || license !== '' || gitignore !== '';
}

/** Commits the files to the default branch of an empty project. */
export async function commitFirstFiles(project: Project, files: FirstFiles, owner: string): Promise<void> {
  const { name, description, default_branch: branch } = project;
  const [license, gitignore] = await Promise.all([
    files.license === '' ? undefined : getLicense(files.license, { project: name, fullname: owner }),
    files.gitignore === '' ? undefined : getGitignore(files.gitignore),
  ]);
  const contents = {
    'README.md': files.hasReadme ? `# ${name}\n${description ? `\n${description}\n` : ''}` : undefined,
    LICENSE: license?.content,
    '.gitignore': gitignore?.content,
  };
  const actions = Object.entries(contents).flatMap(([path, content]) =>
    content === undefined ? [] : [{ action: 'create' as const, file_path: path, content }],
  );
  await createCommit(project.id, { branch: branch ?? 'main', commit_message: 'Initial commit', actions });
}
