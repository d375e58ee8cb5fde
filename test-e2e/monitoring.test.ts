/** The metrics used by the dashboard and the alerts exist in a running mesh. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverOptions } from '@forgemesh/events';
import { asRoot, waitFor, mesh, unique } from '@forgemesh/testing';
import { AckPolicy, DeliverPolicy, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { parse } from 'yaml';

const folder = join(__dirname, '../deploy/monitoring');

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string };
}

const dashboard = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as { panels: Panel[] };
const alerts = parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = alerts.groups.flatMap((group) => group.rules);
const queries: [string, string][] = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
];

/** Names and labels of the metrics in a query. */
function metricsOf(query: string): { name: string; labels: string[] }[] {
  const by = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  return [...query.matchAll(/\b((?:forge|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selectors = '']) => {
      const selected = [...selectors.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
      return { name, labels: [...new Set([...selected, ...by])].filter((label) => label !== 'le') };
    },
  );
}

describe('the metrics of a mesh', () => {
  let nats: NatsConnection;
  const types = new Map<string, string>();
  const samples = new Map<string, Set<string>>();

  beforeAll(async () => {
    nats = await connect(serverOptions({ url: mesh().natsUrl }));
    for (const { metrics } of Object.values(mesh().processes)) {
      const text = await (await fetch(`http://127.0.0.1:${metrics}/-/metrics`)).text();
      for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) types.set(name, type);
      for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{([^}]*)\}/gm)) {
        const existing = samples.get(name) ?? new Set();
        for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) existing.add(label);
        samples.set(name, existing);
      }
    }
  });

  afterAll(() => nats.close());

  it.each(queries)('%s: %s', (_title, query) => {
    const metrics = metricsOf(query);
    expect(metrics.length).toBeGreaterThan(0);
    for (const { name, labels } of metrics) {
      const base = name.replace(/_(bucket|count|sum)$/, '');
      const isPart = types.get(base) === 'histogram' && base !== name;
      expect([name, isPart || types.has(name)]).toEqual([name, true]);
      // A gauge without observations has no samples.
      const sampled = samples.get(name);
      if (sampled) expect([name, labels.filter((label) => !sampled.has(label))]).toEqual([name, []]);
    }
  });

  it('report the number of waiting events of every consumer', async () => {
    expect(samples.get('forge_consumer_waiting')).toEqual(new Set(['consumer', 'service']));
    const { metrics } = mesh().processes['projects'] ?? { metrics: 0 };
    const text = await (await fetch(`http://127.0.0.1:${metrics}/-/metrics`)).text();
    expect(text).toMatch(/^forge_consumer_waiting\{consumer="projects-[\w-]+",service="projects"\} \d+$/m);
  });

  it('report the age of the oldest waiting event of every consumer', async () => {
    expect(samples.get('forge_consumer_oldest_event_age_seconds')).toEqual(new Set(['consumer', 'service']));
    const manager = await jetstreamManager(nats);
    const consumer = unique('projects-');
    const events = { filter_subjects: ['projects.project.created'], deliver_policy: DeliverPolicy.New };
    await manager.consumers.add('PROJECTS', { durable_name: consumer, ack_policy: AckPolicy.Explicit, ...events });
    const age = async () => {
      const { metrics } = mesh().processes['settings'] ?? { metrics: 0 };
      const text = await (await fetch(`http://127.0.0.1:${metrics}/-/metrics`)).text();
      const name = `forge_consumer_oldest_event_age_seconds{service="projects",consumer="${consumer}"} `;
      return text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.slice(name.length);
    };
    expect(await age()).toBe('0');
    await asRoot().post('/projects', { name: unique('waits') });
    const first = Number(await waitFor(age, (seconds) => Number(seconds) > 0));
    expect(first).toBeLessThan(60);
    expect(Number(await age())).toBeGreaterThan(first);
    await manager.consumers.delete('PROJECTS', consumer);
    expect(await age()).toBeUndefined();
  });

  it('are served beside the health of the services', async () => {
    const { status, body } = await asRoot().get('/admin/services');
    expect(status).toBe(200);
    const projects = { name: 'projects', health: 'healthy', contract: expect.any(String), uptime: expect.any(Number) };
    expect(body).toEqual(expect.arrayContaining([expect.objectContaining(projects)]));
  });

  it('are not served on the public port, or if the instance disables them', async () => {
    const { url, processes } = mesh();
    expect((await fetch(`${url}/-/metrics`)).status).toBe(404);
    expect(await (await fetch(`${url}/-/readiness`)).json()).toEqual({ ready: true });
    const statuses = () =>
      Promise.all(
        // Only these serve HTTP themselves.
        ['gateway', 'repository'].map(async (name) => [
          (await fetch(`http://127.0.0.1:${processes[name]?.metrics}/-/metrics`)).status,
          (await fetch(`http://127.0.0.1:${processes[name]?.http}/-/metrics`)).status,
        ]),
      );
    await asRoot().put('/application/settings', { prometheus_metrics_enabled: false });
    const off = await statuses().finally(() =>
      asRoot().put('/application/settings', { prometheus_metrics_enabled: true }),
    );
    expect(off).toEqual(off.map(() => [404, 404]));
    expect(await statuses()).toEqual(off.map(() => [200, 404]));
  });

  it('have alerts with a summary', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { annotations } of rules) expect(annotations.summary.length).toBeGreaterThan(10);
  });
});
