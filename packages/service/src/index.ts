/** A process of the mesh: configuration, start, shutdown, schedules. */
export {
  bool,
  jsonMap,
  mailbox,
  natsVariables,
  num,
  waitTimeoutSeconds,
  processVariables,
  readConfig,
  type ServiceConfig,
  serviceVariables,
  smtpUrl,
  str,
} from './config';
export { answerProbes, closeWhenSent, drainHttpServer, portOf, startHttpServer, startMetricsServer } from './http';
export type { Leases, Schedule } from './schedule';
export type { StoredSecrets } from './secret-rotation';
export { runService, type Runtime, serve } from './serve';
export { runTask } from './task';
export { API_VERSION } from './version';
