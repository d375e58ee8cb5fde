/** Defines a service as a value that a process can run. */
import type { ServiceConfig } from './config';
import type { ProcessPart } from './process';
import type { Service } from './service';
import { startService } from './start-service';

/** Returns a service that `runProcess` can start, alone or with others. */
export function defineService<Config extends ServiceConfig, Deps>(
  service: Service<Config, Deps>,
): Service<Config, Deps> & ProcessPart {
  return {
    ...service,
    servesHttp: service.mount !== undefined,
    start: (runtime) => startService(service, runtime),
  };
}
