/** Built-in file templates of the instance. */
import { dockerfiles } from './texts/dockerfiles';
import { gitignores } from './texts/gitignores';
import { gitlabCiYmls } from './texts/gitlab-ci-ymls';

/** Types of file templates. */
export type FileTemplateType = 'dockerfiles' | 'gitignores' | 'gitlab_ci_ymls';

const templates: Record<FileTemplateType, ReadonlyMap<string, string>> = {
  dockerfiles: new Map(Object.entries(dockerfiles)),
  gitignores: new Map(Object.entries(gitignores)),
  gitlab_ci_ymls: new Map(Object.entries(gitlabCiYmls)),
};

/** Whether a type is a file template type. */
export function isFileTemplateType(type: string): type is FileTemplateType {
  return type in templates;
}

/** The built-in templates of a type by key. */
export function builtInTemplates(type: FileTemplateType): ReadonlyMap<string, string> {
  return templates[type];
}
