/** The keys that the chart creates for processes, and their rotation over upgrades. */
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { parse, parseAllDocuments } from 'yaml';
import { chartTools, kubernetes } from './tools.ts';

type Data = Record<string, string>;

const chart = join(__dirname, '../../../deploy/helm/forgemesh');
const tools = chartTools();
const names = ['gateway', 'projects'];

// The check tools are built with Go and are unavailable without it.
(tools ? describe : describe.skip)('the keys of the chart', () => {
  const { helm = '' } = tools ?? {};
  let probe: string;

  beforeAll(() => {
    // The existing Secret is passed as a value, because no cluster can be queried here.
    probe = mkdtempSync(join(tmpdir(), 'forge-chart-'));
    mkdirSync(join(probe, 'templates'));
    writeFileSync(join(probe, 'Chart.yaml'), 'apiVersion: v2\nname: forgemesh\nversion: 0.1.0\n');
    for (const file of ['_helpers.tpl', '_keys.tpl'])
      cpSync(join(chart, 'templates', file), join(probe, 'templates', file));
    writeFileSync(
      join(probe, 'templates/keys.yaml'),
      [
        '{{- if .Values.secrets }}',
        '{{ include "forgemesh.serviceSecrets" (dict "root" . "known" .Values.known) }}',
        '{{- else }}',
        '{{ include "forgemesh.processKeys" (dict "root" . "known" .Values.known "rotation" .Values.rotation) }}',
        '{{- end }}',
      ].join('\n'),
    );
  });
  afterAll(() => rmSync(probe, { recursive: true }));

  const run = (known: Data, rotation: string, secrets = false): { data: Data; problem: string } => {
    const values = join(probe, 'values.yaml');
    const services = Object.fromEntries(names.map((name) => [name, { edge: name === 'gateway' }]));
    writeFileSync(values, JSON.stringify({ known, rotation, services, secrets, defaults: {} }));
    const { stdout, stderr } = spawnSync(helm, ['template', 'forge', probe, '--namespace', 'forge'], {
      encoding: 'utf8',
    });
    return { data: (parse(stdout) as Data | null) ?? {}, problem: stderr };
  };
  const upgrade = (known: Data, rotation = ''): Data => {
    const { data, problem } = run(known, rotation);
    expect(problem).toBe('');
    return data;
  };
  const text = (data: Data, key: string): string => Buffer.from(data[key] ?? '', 'base64').toString();

  it('are created once, each with a certificate in the name of its process', () => {
    const data = upgrade({});
    expect(Object.keys(data).sort()).toEqual(['gateway.crt', 'gateway.pem', 'names', 'projects.crt', 'projects.pem']);
    const certificate = new X509Certificate(text(data, 'projects.crt'));
    expect(certificate.subjectAltName?.split(', ')).toEqual([
      'DNS:projects',
      'DNS:forge-forgemesh-projects-grpc.forge.svc',
      'DNS:*.forge-forgemesh-projects-grpc.forge.svc',
    ]);
    expect(certificate.ca).toBe(false);
    expect(upgrade(data)).toEqual(data);
  });

  it('keep their keys if an earlier release created certificates without names', () => {
    const { names: _, ...old } = upgrade({});
    const data = upgrade(old);
    for (const name of names) {
      expect(data[`${name}.pem`]).toBe(old[`${name}.pem`]);
      expect(data[`${name}.crt`]).not.toBe(old[`${name}.crt`]);
    }
  });

  it('rotate in three repeatable upgrades', () => {
    const first = upgrade({});
    const prepared = upgrade(first, 'prepare');
    expect(prepared).toMatchObject(first);
    expect(Object.keys(prepared)).toEqual(expect.arrayContaining(['gateway.next.pem', 'gateway.next.crt']));
    expect(upgrade(prepared, 'prepare')).toEqual(prepared);
    expect(upgrade(prepared)).toEqual(prepared);

    const switched = upgrade(prepared, 'switch');
    expect(switched).toMatchObject({
      'gateway.pem': prepared['gateway.next.pem'],
      'gateway.crt': prepared['gateway.next.crt'],
      'gateway.previous.crt': first['gateway.crt'],
    });
    expect(switched).not.toHaveProperty(['gateway.next.pem']);
    expect(upgrade(switched, 'switch')).toEqual(switched);

    const finished = upgrade(switched, 'finish');
    expect(Object.keys(finished).sort()).toEqual(Object.keys(first).sort());
    expect(finished['gateway.pem']).toBe(switched['gateway.pem']);
    expect(upgrade(finished, 'finish')).toEqual(finished);
  });

  it('include separate secrets per service, followed by the one of earlier releases', () => {
    const fresh = run({}, '', true).data;
    expect(Object.keys(fresh)).toEqual(['secret-projects']);
    expect(text(fresh, 'secret-projects')).toMatch(/^[0-9a-f]{64}$/);
    expect(run(fresh, '', true).data).toEqual(fresh);
    const shared = 'ab'.repeat(32);
    const upgraded = run({ secret: Buffer.from(shared).toString('base64') }, '', true).data;
    expect(text(upgraded, 'secret-projects')).toMatch(new RegExp(`^[0-9a-f]{64},${shared}$`));
    expect(run(upgraded, '', true).data).toEqual(upgraded);
  });

  it('are not switched before the next ones exist', () => {
    expect(run(upgrade({}), 'switch').problem).toContain('set secrets.keyRotation to "prepare" first');
  });

  it('are trusted by TLS during a rotation: the current, the next and the previous one', async () => {
    const prepared = upgrade(upgrade({}), 'prepare');
    const ca = Object.keys(prepared)
      .filter((key) => key.endsWith('.crt'))
      .map((key) => text(prepared, key));
    for (const present of ['gateway', 'gateway.next']) {
      const server = createServer({
        ca,
        cert: text(prepared, 'projects.crt'),
        key: text(prepared, 'projects.pem'),
        requestCert: true,
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const client = connect({
        ca,
        port: (server.address() as AddressInfo).port,
        servername: 'projects',
        cert: text(prepared, `${present}.crt`),
        key: text(prepared, `${present}.pem`),
      });
      const [accepted] = (await once(server, 'secureConnection')) as [TLSSocket];
      expect([accepted.authorized, client.authorized]).toEqual([true, true]);
      client.destroy();
      server.close();
    }
  });

  it('are replaced by certificates of cert-manager if enabled', () => {
    const render = (values: string): { kind: string; spec: Record<string, unknown> }[] => {
      const args = ['template', 'forge', chart, '--namespace', 'forge', '--kube-version', kubernetes, '--set', values];
      const { stdout } = spawnSync(helm, args, { encoding: 'utf8' });
      return parseAllDocuments(stdout).flatMap((document) => (document.toJS() as never) ?? []);
    };
    const manager = 'tls.certManager';
    const objects = render(`${manager}.enabled=true,${manager}.issuerRef.name=mesh`);
    const certificates = objects.filter(({ kind }) => kind === 'Certificate');
    expect(certificates.map(({ spec }) => (spec.dnsNames as string[])[0]).sort()).toEqual([
      ...[
        'approvals',
        'collaboration',
        'deliveries',
        'gateway',
        'geo',
        'identity',
        'projects',
        'repository',
        'settings',
      ],
    ]);
    const pods = JSON.stringify(objects.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind)));
    expect(pods).toContain('"name":"FORGE_TLS_TRUSTED","value":"/keys/tls/ca.crt"');
    expect(pods).toContain('"secret":{"secretName":"forge-forgemesh-gateway-tls"}');
    const plain = JSON.stringify(render('tls.enabled=false'));
    expect(plain).not.toContain('FORGE_TLS');
    expect(plain).not.toContain('https://forge-forgemesh-repository');
    expect(plain).not.toContain('"scheme":"HTTPS"');
  });
});
