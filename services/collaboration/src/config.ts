/** Configuration of the collaboration service. */
import { bool, num, readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/service';

/** Variables of the process, including those that only this service reads. */
export interface CollaborationConfig extends ServiceConfig {
  /** Whether users are notified by mail. */
  FORGE_MAIL_ENABLED: boolean;
  FORGE_DUE_ISSUES_INTERVAL_SECONDS: number;
}

/** Reads the configuration; throws one error that lists all invalid variables. */
export function readCollaborationConfig(environment: NodeJS.ProcessEnv): CollaborationConfig {
  return readConfig(environment, {
    ...serviceVariables,
    FORGE_MAIL_ENABLED: bool({
      default: false,
      desc: 'Whether users are notified by mail, because the deliveries service has a mail server',
    }),
    FORGE_DUE_ISSUES_INTERVAL_SECONDS: num({
      default: 3600,
      desc: 'Interval in seconds of the check for issues that are due tomorrow',
    }),
  });
}
