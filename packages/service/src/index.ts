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
  url,
} from './config';
export {
  answerProbes,
  closeWhenSent,
  drainHttpServer,
  portOf,
  type Readiness,
  startHttpServer,
  startMetricsServer,
} from './http';
export type { LocalRelay, LocalRelayRequest } from './local-relay';
export type { MoreWork, Schedule } from './schedule';
export type { StoredSecrets } from './secret-rotation';
export { createObjectStorage } from './object-storage';
export { defineService } from './define-service';
export { prepareDatastores, readDatastoreConfig } from './prepare-datastores';
export {
  environmentOfPart,
  type ProcessPart,
  type ProcessRuntime,
  runProcess,
  type RunningPart,
  startProcess,
} from './process';
export type { Runtime, Service } from './service';
export { runTask } from './task';
export { API_VERSION } from './version';
