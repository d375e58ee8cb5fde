/** Configuration of the projects service. */
import { num, readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/kit';

/** What this service reads besides. */
interface ProjectsConfig extends ServiceConfig {
  /** Public port of SSH; it appears in the addresses of repositories. */
  FORGE_SSH_PORT: number;
}

/** The process's variables, and where git is reached over SSH. */
export const config: ProjectsConfig = readConfig(process.env, {
  ...serviceVariables,
  FORGE_SSH_PORT: num({ default: 22, desc: 'Public port of SSH; it appears in the addresses of repositories' }),
});
