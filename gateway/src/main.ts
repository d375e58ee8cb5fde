/** Entry point of the gateway process. */
import { createLogger } from '@forgemesh/telemetry';
import { loadConfig } from './config';
import { startGateway } from './gateway';

async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLogger(config.FORGE_SERVICE, config.FORGE_LOG_LEVEL);
  const gateway = await startGateway(config, { log });
  log.info({ port: gateway.port, metrics_port: gateway.metricsPort }, 'gateway is listening');
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void gateway.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
