import { spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Counter, Registry } from 'prom-client';
import type { Readiness } from './http';
import { dropSecrets, environmentOfPart, startProcess, type ProcessPart, type ProcessRuntime } from './process';

/** A part that records what happens to it. */
class RecordedPart implements ProcessPart {
  readonly servesHttp = false;
  runtime: ProcessRuntime | undefined;
  ready = true;
  offersMetrics = true;

  constructor(
    readonly name: string,
    private readonly events: string[] = [],
    private readonly hasBackgroundWork = false,
  ) {}

  async start(runtime: ProcessRuntime) {
    this.runtime = runtime;
    const registry = new Registry();
    registry.setDefaultLabels({ service: this.name });
    new Counter({ name: 'calls_total', help: 'Calls', registers: [registry] }).inc();
    this.events.push(`${this.name} started`);
    return {
      readiness: (): Readiness => ({ ready: this.ready, fact: this.name }),
      offersMetrics: () => this.offersMetrics,
      registry,
      drain: this.hasBackgroundWork
        ? async () => {
            await setImmediate();
            this.events.push(`${this.name} drained`);
          }
        : undefined,
      stop: async () => {
        await Promise.resolve();
        this.events.push(`${this.name} stopped`);
      },
    };
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('dropSecrets', () => {
  it('removes tokens, key material and addresses with passwords', () => {
    const environment: NodeJS.ProcessEnv = {
      FORGE_ROOT_TOKEN: 'glpat-token',
      FORGE_SECRET: 'secret',
      FORGE_SECRET_IDENTITY: 'secret',
      FORGE_SMTP_URL: 'smtp://user:password@mail',
      MONGODB_URI_GEO: 'mongodb://geo:password@database',
      NATS_URL: 'nats://geo:password@events',
      FORGE_LOG_LEVEL: 'warn',
      PATH: '/bin',
    };
    dropSecrets(environment);
    expect(environment).toEqual({ FORGE_LOG_LEVEL: 'warn', PATH: '/bin' });
  });
});

describe('the environment of a part', () => {
  it('prefers the variables with its suffix', () => {
    const environment = { FORGE_SECRET: 'all', FORGE_SECRET_GEO: 'geo', FORGE_SECRET_IDENTITY: 'identity', OTHER: '1' };
    expect(environmentOfPart('geo', environment)).toMatchObject({
      FORGE_SECRET: 'geo',
      OTHER: '1',
      FORGE_SERVICE: 'geo',
    });
    expect(environmentOfPart('settings', environment)).toMatchObject({
      FORGE_SECRET: 'all',
      FORGE_SERVICE: 'settings',
    });
  });
});

describe('a process', () => {
  let ports: { http: number; metrics: number };
  const environmentNow = (): NodeJS.ProcessEnv => ({
    FORGE_LOG_LEVEL: 'silent',
    FORGE_HTTP_PORT: String(ports.http),
    FORGE_METRICS_PORT: String(ports.metrics),
  });
  const get = async (port: number, path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  };

  beforeEach(async () => {
    ports = { http: await freePort(), metrics: await freePort() };
  });

  it('is ready when all of its parts are, and shows what each waits for', async () => {
    const [a, b] = [new RecordedPart('a'), new RecordedPart('b')];
    const running = await startProcess([a, b], environmentNow());
    try {
      expect(await get(ports.http, '/-/readiness')).toEqual({ status: 200, text: '{"ready":true}' });
      b.ready = false;
      expect((await get(ports.http, '/-/readiness')).status).toBe(503);
      const { status, text } = await get(ports.metrics, '/-/readiness');
      expect([status, JSON.parse(text)]).toEqual([
        503,
        {
          ready: false,
          event_loop_utilization: expect.any(Number),
          services: { a: { ready: true, fact: 'a' }, b: { ready: false, fact: 'b' } },
        },
      ]);
    } finally {
      await running.stop();
    }
  });

  it('serves the metrics of all parts, each with its label, and its own once', async () => {
    const parts = [new RecordedPart('a'), new RecordedPart('b')];
    const running = await startProcess(parts, environmentNow());
    try {
      const { text } = await get(ports.metrics, '/-/metrics');
      expect(text).toContain('calls_total{service="a"} 1');
      expect(text).toContain('calls_total{service="b"} 1');
      expect(text.match(/^# TYPE calls_total /gm)).toHaveLength(1);
      expect(text.match(/^process_cpu_seconds_total\{/gm)).toEqual(['process_cpu_seconds_total{']);
      expect(text).toContain('process_cpu_seconds_total{service="all"}');
      (parts[1] as RecordedPart).offersMetrics = false;
      expect((await get(ports.metrics, '/-/metrics')).status).toBe(404);
    } finally {
      await running.stop();
    }
  });

  it('stops the gateway first, and no service before the background work of all is finished', async () => {
    const events: string[] = [];
    const services = ['a', 'b'].map((name) => new RecordedPart(name, events, true));
    const running = await startProcess([...services, new RecordedPart('gateway', events)], environmentNow());
    events.length = 0;
    await running.stop();
    expect(events).toEqual(['gateway stopped', 'a drained', 'b drained', 'a stopped', 'b stopped']);
  });

  it('shares its local services only if it has several parts', async () => {
    for (const names of [['a'], ['a', 'b']]) {
      const parts = names.map((name) => new RecordedPart(name));
      const running = await startProcess(parts, environmentNow());
      await running.stop();
      expect(parts[0]?.runtime?.isShared).toBe(names.length > 1);
      for (const shared of ['local', 'relays'] as const)
        expect(new Set(parts.map(({ runtime }) => runtime?.[shared])).size).toBe(1);
    }
  });

  it('connects to NATS under its own name unless a part has a user of its own', async () => {
    const [a, b] = [new RecordedPart('a'), new RecordedPart('b')];
    const running = await startProcess([a, b], { ...environmentNow(), NATS_URL_B: 'nats://b:secret@127.0.0.1' });
    await running.stop();
    expect([a.runtime?.eventUserOf('a'), b.runtime?.eventUserOf('b')]).toEqual(['all', 'b']);
  });

  it('does not start if a part fails', async () => {
    const failing: ProcessPart = {
      name: 'a',
      servesHttp: false,
      start: () => Promise.reject(new Error('no database')),
    };
    await expect(startProcess([failing], environmentNow())).rejects.toThrow('no database');
  });
});

describe('an exception that nobody handles', () => {
  /** Runs parts whose first one throws; returns the exit code and the output of the last one. */
  const run = (names: string[]): { status: number | null; output: string } => {
    const service = join(__dirname, '../dist/index.js');
    const script = `
      const { runProcess } = require(${JSON.stringify(service)});
      const { Registry } = require('prom-client');
      const part = (name, at) => ({
        name, servesHttp: true,
        async start() {
          if (at === 0) setTimeout(() => { throw new Error('broken'); }, 20);
          if (at === ${names.length - 1}) setTimeout(() => { console.log(name + ' is alive'); process.exit(0); }, 200);
          return { readiness: () => ({ ready: true }), offersMetrics: () => true, registry: new Registry(), stop: async () => {} };
        },
      });
      runProcess(${JSON.stringify(names)}.map(part));
    `;
    const env = { ...process.env, FORGE_HTTP_PORT: '1', FORGE_LOG_LEVEL: 'silent' };
    const { status, stdout } = spawnSync(process.execPath, ['-e', script], { env, cwd: join(__dirname, '..') });
    return { status, output: stdout.toString() };
  };

  it('ends neither the process nor the other services', () => {
    const { status, output } = run(['a', 'b']);
    expect({ status, isAlive: output.includes('b is alive') }).toEqual({ status: 0, isAlive: true });
  });

  it('ends a service that is alone in its process', () => {
    expect(run(['a']).status).not.toBe(0);
  });
});
