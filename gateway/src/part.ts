/** The gateway as a part of a process: alone, or with the services that it calls. */
import type { ProcessPart } from '@forgemesh/service';
import { createLogger } from '@forgemesh/telemetry';
import { loadConfig } from './config';
import { startGateway } from './gateway';

export const gateway: ProcessPart = {
  name: 'gateway',
  servesHttp: true,
  async start(runtime) {
    const config = loadConfig(runtime.environmentOf('gateway'));
    const log = createLogger(config.FORGE_SERVICE, config.FORGE_LOG_LEVEL);
    const { port, readiness, offersMetrics, registry, close } = await startGateway(config, { log, runtime });
    log.info({ port }, 'gateway is listening');
    return { readiness, offersMetrics, registry, stop: close };
  },
};
