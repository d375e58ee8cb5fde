import { getDockerfile } from './get-dockerfile';
import { getGitignore } from './get-gitignore';
import { getGitlabCiYml } from './get-gitlab-ci-yml';
import { getLicenseTemplate } from './get-license-template';
import { getProjectLicenseTemplate } from './get-project-license-template';
import { getProjectTemplate } from './get-project-template';
import { listDockerfiles } from './list-dockerfiles';
import { listGitignores } from './list-gitignores';
import { listGitlabCiYmls } from './list-gitlab-ci-ymls';
import { listLicenseTemplates } from './list-license-templates';
import { listProjectTemplates } from './list-project-templates';

export const templateOperations = [
  listDockerfiles,
  getDockerfile,
  listGitignores,
  getGitignore,
  listGitlabCiYmls,
  getGitlabCiYml,
  listLicenseTemplates,
  getLicenseTemplate,
  listProjectTemplates,
  getProjectTemplate,
  getProjectLicenseTemplate,
];
