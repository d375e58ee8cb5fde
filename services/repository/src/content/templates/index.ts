import { getDockerfile } from './operations/get-dockerfile';
import { getGitignore } from './operations/get-gitignore';
import { getGitlabCiYml } from './operations/get-gitlab-ci-yml';
import { getLicenseTemplate } from './operations/get-license-template';
import { getProjectLicenseTemplate } from './operations/get-project-license-template';
import { getProjectTemplate } from './operations/get-project-template';
import { listDockerfiles } from './operations/list-dockerfiles';
import { listGitignores } from './operations/list-gitignores';
import { listGitlabCiYmls } from './operations/list-gitlab-ci-ymls';
import { listLicenseTemplates } from './operations/list-license-templates';
import { listProjectTemplates } from './operations/list-project-templates';

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
