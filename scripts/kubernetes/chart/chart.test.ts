import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { environmentOfPart } from '../../../packages/service/src/process.ts';
import { gateway, services } from '../../mesh/services.ts';
import { ALL, authorizationOf, eventUsers } from '../../mesh/event-users.ts';
import { createObjectCheck } from './object-schemas.ts';
import { chartTools, kubernetes } from './tools.ts';

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string } };
}

interface Container {
  image: string;
  args?: readonly string[];
  command?: readonly string[];
  env: Variable[];
  volumeMounts: { name: string; mountPath: string }[];
  securityContext: object;
  resources: { requests: object; limits: { memory: string } };
  readinessProbe?: object;
  livenessProbe?: object;
}

interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data: Record<string, string>;
  spec: {
    replicas?: number;
    /** Of a workload. That of a Service has the labels themselves. */
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        securityContext: object;
        automountServiceAccountToken: boolean;
        containers: Container[];
        volumes: { name: string; secret?: { items: { key: string; path: string }[] } }[];
      };
    };
    /** Of a StatefulSet. */
    serviceName?: string;
    podManagementPolicy?: string;
    volumeClaimTemplates?: object[];
    /** Of a ServiceMonitor. */
    endpoints?: object[];
    /** Of a Service. */
    ports?: object[];
    /** Of a NetworkPolicy. */
    podSelector?: { matchLabels: Record<string, string> };
    ingress?: object[];
    egress?: object[];
  };
}

const chart = join(__dirname, '../../../deploy/helm/forgemesh');
const tools = chartTools();
const workloads = ['Deployment', 'StatefulSet'];
const variants = {
  'the defaults': [],
  'values-kind.yaml': ['-f', join(chart, 'values-kind.yaml')],
  'values-ha.yaml': ['-f', join(chart, 'values-ha.yaml')],
  'values-debian.yaml': ['-f', join(chart, 'values-kind.yaml'), '-f', join(chart, 'values-debian.yaml')],
  'values-single.yaml': ['-f', join(chart, 'values-kind.yaml'), '-f', join(chart, 'values-single.yaml')],
  'git over SSH': ['--set', 'ssh.port=22'],
  'workers that follow their load': [
    '--set',
    'defaults.workerReplicas=2,defaults.workerAutoscaling.enabled=true,defaults.workerAutoscaling.targetWaitingEvents=100',
  ],
  'a fixed port of the nodes': ['--set', 'service.type=NodePort,service.nodePort=30080'],
  'secrets of a registry': ['--set', 'image.pullSecrets={one,two}'],
  'an ingress with TLS': ['--set', 'ingress.enabled=true,ingress.host=forge.example.org,ingress.tlsSecret=forge-tls'],
  'a cluster of NATS': ['--set', 'nats.bundled.replicas=3,nats.streamReplicas=3'],
  'three storages': ['--set', 'services.repository.replicas=3'],
  'volumes as caches': [
    '--set',
    'objects.packs=objects,services.repository.autoscaling.enabled=true,services.repository.autoscaling.minReplicas=2',
  ],
  'one pod': ['--set', 'profile=single'],
  'one pod with git over SSH, mail and certificates of cert-manager': [
    '--set',
    'profile=single,ssh.port=22,mail.existingSecret=mail,tls.certManager.enabled=true,tls.certManager.issuerRef.name=ca',
  ],
  'own secrets and no policies': [
    '--set',
    'secrets.existing=a,secrets.existingKeys=b,networkPolicy.enabled=false,services.projects.workerReplicas=2',
  ],
};

// The check tools are built with Go and are unavailable without it.
/** Sorts lists and removes duplicates, so that objects can be compared regardless of them. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(inOrder))].sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inOrder(inner)]));
}

(tools ? describe : describe.skip)('the chart', () => {
  const { helm = '', definitions = '' } = tools ?? {};
  // Its runs are so short that collecting garbage takes half of the time.
  const env = { ...process.env, GOGC: 'off' };
  const run = (command: string, args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(helm, [command, ...args, '--kube-version', kubernetes], { encoding: 'utf8', env });
  /** Tests only read the objects, so equal arguments are rendered once. */
  const rendered = new Map<string, KubernetesObject[]>();
  const render = (args: string[]): KubernetesObject[] => {
    const key = JSON.stringify(args);
    const known = rendered.get(key);
    if (known) return known;
    const { status, stdout, stderr } = run('template', ['forge', chart, '--namespace', 'forge', ...args]);
    expect([stderr, status]).toEqual([expect.any(String), 0]);
    const documents = parseAllDocuments(stdout);
    const objects = documents.flatMap((document) => (document.toJS() as KubernetesObject | null) ?? []);
    rendered.set(key, objects);
    return objects;
  };
  const find = (objects: KubernetesObject[], kind: string, name: string): KubernetesObject | undefined =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  let check: ReturnType<typeof createObjectCheck>;
  beforeAll(() => {
    check = createObjectCheck(definitions);
  });

  it('passes helm lint', () => {
    const { status, stdout } = run('lint', ['--strict', chart]);
    expect([stdout, status]).toEqual([expect.stringContaining('0 chart(s) failed'), 0]);
  });

  describe.each(Object.entries(variants))('with %s', (_name, args) => {
    let objects: KubernetesObject[];
    beforeAll(() => {
      objects = render(args);
    });

    it('creates valid Kubernetes objects', () => {
      const problems = objects.map((object) => [object.kind, object.metadata.name, check(object)]);
      expect(problems.filter(([, , found]) => (found as string[]).length > 0)).toEqual([]);
    });

    it('runs nothing as root, without limits, probes or a version', () => {
      const pods = objects.filter(({ kind }) => workloads.includes(kind)).map(({ spec }) => spec.template.spec);
      expect(pods.length).toBeGreaterThan(0);
      for (const { securityContext, automountServiceAccountToken, containers } of pods) {
        expect(automountServiceAccountToken).toBe(false);
        expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
        for (const container of containers) {
          expect(container.image).toMatch(/:(?!latest$)[\w.-]+$/);
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(container.resources).toMatchObject({ requests: {}, limits: { memory: expect.any(String) as string } });
          expect(container).toMatchObject({ readinessProbe: {}, livenessProbe: {} });
        }
      }
    });

    it('gives the test pod no more than the others', () => {
      const pods = objects.filter(({ kind }) => kind === 'Pod').map(({ spec }) => spec);
      expect(pods).toHaveLength(1);
      expect(pods[0]).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            resources: { requests: {}, limits: { memory: expect.any(String) as string } },
          },
        ],
      });
    });

    it('limits every temporary volume', () => {
      const volumes = JSON.stringify(objects).match(/"emptyDir":\{[^}]*\}/g) ?? [];
      expect(volumes.length).toBeGreaterThan(0);
      expect(volumes.filter((volume) => !/"sizeLimit":"\d+(Mi|Gi)"/.test(volume))).toEqual([]);
    });

    it('selects each of its pods by exactly one workload', () => {
      const created = objects.filter(({ kind }) => workloads.includes(kind)).map(({ spec }) => spec);
      for (const { selector } of created) {
        const chosen = created.filter(({ template }) =>
          Object.entries(selector.matchLabels).every(([key, value]) => template.metadata.labels[key] === value),
        );
        expect(chosen).toHaveLength(1);
      }
    });
  });

  it('lists every service of the mesh and its callees', () => {
    const { stdout } = spawnSync(helm, ['show', 'values', chart], { encoding: 'utf8' });
    const values = parseAllDocuments(stdout)[0]?.toJS() as { services: Record<string, { calls: string[] }> };
    const calls = Object.fromEntries(
      Object.entries(values.services).map(([name, service]) => [name, [...service.calls].sort()]),
    );
    expect(calls).toEqual(
      Object.fromEntries([gateway, ...services].map(({ name, calls: all }) => [name, [...all].sort()])),
    );
  });

  it('creates a key and a certificate for each process', () => {
    const { data = {} } = find(render([]), 'Secret', 'forge-forgemesh-keys') ?? {};
    const text = (name: string): string => Buffer.from(data[name] ?? '', 'base64').toString();
    for (const { name } of [gateway, ...services]) {
      const { publicKey } = new X509Certificate(text(`${name}.crt`));
      expect(publicKey.asymmetricKeyType).toBe('ed25519');
      expect(publicKey.equals(createPublicKey(createPrivateKey(text(`${name}.pem`))))).toBe(true);
    }
  });

  it('passes the mail server to one service only, in a secret', () => {
    const url = 'smtps://user:pass@mail.example.org';
    const envOf = (objects: KubernetesObject[], name: string): string =>
      JSON.stringify(find(objects, 'Deployment', `forge-forgemesh-${name}`));
    const none = render([]);
    expect([
      /FORGE_(SMTP_URL|MAIL_ENABLED)/.test(envOf(none, 'deliveries') + envOf(none, 'collaboration')),
      find(none, 'Secret', 'forge-forgemesh-mail'),
    ]).toEqual([false, undefined]);
    const own = render(['--set', `mail.smtpUrl=${url},mail.from=forge@example.org`]);
    const { url: kept = '' } = find(own, 'Secret', 'forge-forgemesh-mail')?.data ?? {};
    expect(Buffer.from(kept, 'base64').toString()).toBe(url);
    expect(envOf(own, 'deliveries')).toContain('"name":"forge-forgemesh-mail","key":"url"');
    expect(envOf(own, 'deliveries')).toContain('"value":"forge@example.org"');
    expect(envOf(own, 'deliveries')).not.toContain('user:pass');
    expect(envOf(own, 'identity')).not.toContain('FORGE_SMTP_URL');
    // It decides who is notified.
    expect(envOf(own, 'collaboration')).toContain('"name":"FORGE_MAIL_ENABLED","value":"true"');
    expect(envOf(own, 'collaboration')).not.toContain('FORGE_SMTP_URL');
    expect(JSON.stringify(find(own, 'NetworkPolicy', 'forge-forgemesh-deliveries'))).toContain('587');
    const named = render(['--set', 'mail.existingSecret=post']);
    expect(find(named, 'Secret', 'forge-forgemesh-mail')).toBeUndefined();
    expect(envOf(named, 'deliveries')).toContain('"name":"post","key":"url"');
  });

  it('stores objects and files in a bucket, with credentials from a Secret', () => {
    const repositoryOf = (objects: KubernetesObject[]): string =>
      JSON.stringify(find(objects, 'StatefulSet', 'forge-forgemesh-repository'));
    const none = repositoryOf(render([]));
    expect(none).toContain('"name":"FORGE_OBJECTS","value":"gridfs"');
    expect(none).toContain('"name":"FORGE_FILES","value":"gridfs"');
    expect(none).toContain('"name":"FORGE_PACKS","value":"folder"');
    expect(none).toContain('"name":"FORGE_PACKS_COLLECT","value":"dry"');
    expect(none).not.toMatch(/FORGE_(S3|OBJECTS_FROM)/);
    const values =
      'objects.engine=s3,objects.from=gridfs,objects.s3.bucket=forge,objects.s3.existingSecret=bucket,objects.files=objects,objects.packs=objects,objects.packsCollect=on';
    const objects = render(['--set', `${values},networkPolicy.s3Port=9000`]);
    for (const text of [
      '"name":"FORGE_OBJECTS","value":"s3"',
      '"name":"FORGE_FILES","value":"objects"',
      '"name":"FORGE_PACKS","value":"objects"',
      '"name":"FORGE_PACKS_COLLECT","value":"on"',
      '"name":"FORGE_OBJECTS_FROM","value":"gridfs"',
      '"name":"FORGE_OBJECTS_MIGRATION","value":"move"',
      '"name":"FORGE_S3_BUCKET","value":"forge"',
      '"name":"bucket","key":"secret-access-key"',
    ])
      expect(repositoryOf(objects)).toContain(text);
    for (const [name, usesBucket] of [
      ['projects', true],
      ['approvals', false],
    ] as const) {
      const text = JSON.stringify(find(objects, 'Deployment', `forge-forgemesh-${name}`));
      expect([name, text.includes('FORGE_S3_SECRET_ACCESS_KEY')]).toEqual([name, usesBucket]);
    }
    expect(JSON.stringify(find(objects, 'NetworkPolicy', 'forge-forgemesh-repository'))).toContain('9000');
    expect(JSON.stringify(find(objects, 'NetworkPolicy', 'forge-forgemesh-approvals'))).not.toContain('9000');
  });

  it('keeps addresses with passwords in Secrets', () => {
    const uri = 'mongodb://user:pass@mongo.example.org/';
    const url = 'nats://user:pass@nats.example.org';
    const objects = render([
      '--set',
      `mongodb.uri=${uri},nats.url=${url},mail.smtpUrl=smtps://user:pass@mail.example.org`,
    ]);
    const secretOf = (name: string, key: string): string =>
      Buffer.from(find(objects, 'Secret', name)?.data[key] ?? '', 'base64').toString();
    expect(secretOf('forge-forgemesh-mongodb-uri', 'uri')).toBe(uri);
    expect(secretOf('forge-forgemesh-nats-url', 'url')).toBe(url);
    expect(JSON.stringify(objects.filter(({ kind }) => kind !== 'Secret'))).not.toContain('user:pass');
    expect(JSON.stringify(find(objects, 'Deployment', 'forge-forgemesh-identity'))).toContain(
      '"name":"forge-forgemesh-mongodb-uri"',
    );
    const named = render(['--set', 'mongodb.existingSecret=db,nats.existingSecret=bus']);
    expect(find(named, 'Secret', 'forge-forgemesh-mongodb-uri')).toBeUndefined();
  });

  it('lets those services reach the internet that send or fetch something there', () => {
    const reaching = services.filter(({ name }) =>
      JSON.stringify(find(render([]), 'NetworkPolicy', `forge-forgemesh-${name}`)?.spec.egress).includes('0.0.0.0/0'),
    );
    expect(reaching.map(({ name }) => name).sort()).toEqual(['deliveries', 'geo', 'repository']);
  });

  it('blocks private and link-local addresses in rules for the internet', () => {
    const policies = (args: string[]) => JSON.stringify(render(args).filter(({ kind }) => kind === 'NetworkPolicy'));
    const open = policies([]).match(/\{"cidr":"[^"]*\/0"[^}]*\}/g) ?? [];
    expect(open.length).toBeGreaterThan(0);
    for (const block of open.filter((text) => text.includes('0.0.0.0/0')))
      for (const range of ['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16', '100.64.0.0/10'])
        expect(block).toContain(`"${range}"`);
    for (const block of open.filter((text) => text.includes('::/0'))) {
      expect(block).toContain('"fc00::/7"');
      expect(block).toContain('"fe80::/10"');
    }
    const own = policies(['--set', 'networkPolicy.egressExcept.ipv4={10.0.0.0/8}']);
    expect(own).toContain('"except":["10.0.0.0/8"]');
    const ranged = render(['--set', 'clusterCidrs={2001:db8::/48,203.0.113.0/24}']);
    expect(JSON.stringify(find(ranged, 'Deployment', 'forge-forgemesh-projects'))).toContain(
      '"value":"2001:db8::/48,203.0.113.0/24"',
    );
  });

  it('gives the SSH host key to the gateway only, and its port to the processes that print it', () => {
    const objects = render(['--set', 'ssh.port=2022']);
    const receivers = [gateway, ...services].filter(({ name }) =>
      objects.some(
        ({ metadata, spec }) =>
          metadata.name.endsWith(`-${name}`) && JSON.stringify(spec ?? {}).includes('"FORGE_SSH_PORT","value":"2022"'),
      ),
    );
    const holders = objects.filter((object) => JSON.stringify(object.spec ?? {}).includes('ssh-host.pem'));
    expect(receivers.map(({ name }) => name).sort()).toEqual(['gateway', 'projects']);
    expect(holders.map(({ metadata }) => metadata.name)).toEqual(['forge-forgemesh-gateway']);
    const key = find(objects, 'Secret', 'forge-forgemesh-keys')?.data['ssh-host.pem'] ?? '';
    expect(createPrivateKey(Buffer.from(key, 'base64').toString()).asymmetricKeyType).toBe('ed25519');
  });

  it('runs images by their digests if given, regardless of the tags', () => {
    const [one, two] = ['ab', 'cd'].map((text) => `sha256:${text.repeat(32)}`);
    const set = `image.tag=1.2.3,image.digests.gateway=${one},image.digests.geo=${one},services.geo.image.digest=${two}`;
    const objects = render(['--set', set]);
    const imageOf = (name: string): string | undefined =>
      find(objects, 'Deployment', `forge-forgemesh-${name}`)?.spec.template.spec.containers[0]?.image;
    expect(imageOf('gateway')).toBe(`docker.io/forgemesh/gateway@${one}`);
    expect(imageOf('geo')).toBe(`docker.io/forgemesh/geo@${two}`);
    expect(imageOf('identity')).toBe('docker.io/forgemesh/identity:1.2.3');
    expect(run('template', ['forge', chart, '--set', 'image.digests.geo=sha256:1']).status).not.toBe(0);
  });

  it('preserves client addresses behind a load balancer, for SSH too', () => {
    const set = (values: string): string[] => ['--set', values];
    const plain = render([]);
    expect(find(plain, 'Service', 'forge-forgemesh-gateway')?.spec).not.toHaveProperty('externalTrafficPolicy');
    const balanced = 'service.type=LoadBalancer,service.externalTrafficPolicy=Local,ssh.port=22,ssh.proxyProtocol=true';
    const objects = render(set(`${balanced},trustedProxies={192.0.2.0/24}`));
    expect(find(objects, 'Service', 'forge-forgemesh-gateway')?.spec).toMatchObject({ externalTrafficPolicy: 'Local' });
    const [container] = find(objects, 'Deployment', 'forge-forgemesh-gateway')?.spec.template.spec.containers ?? [];
    expect(container?.env).toContainEqual({ name: 'FORGE_SSH_PROXY_PROTOCOL', value: 'true' });
    const { stderr } = run('template', ['forge', chart, ...set(balanced)]);
    expect(stderr).toContain('ssh.proxyProtocol needs the addresses of the load balancer');
  });

  it.each([
    ['an ingress whose addresses are not trusted', 'ingress.enabled=true,ingress.host=forge.example.org', true],
    [
      'an ingress whose addresses are trusted',
      'ingress.enabled=true,ingress.host=a.example,trustedProxies={10.0.0.0/8}',
      false,
    ],
    ['no ingress', 'ssh.port=0', false],
  ])('warns where needed of limits by address: %s', (_name, values, isWarned) => {
    // Helm prints notes only for installations, so the text is rendered as part of an object.
    const copy = mkdtempSync(join(tmpdir(), 'forge-chart-'));
    cpSync(chart, copy, { recursive: true });
    cpSync(join(chart, 'templates/NOTES.txt'), join(copy, 'notes.txt'));
    writeFileSync(join(copy, 'templates/notes.yaml'), 'notes: {{ tpl (.Files.Get "notes.txt") . | quote }}\n');
    const { stdout } = run('template', ['forge', copy, '--show-only', 'templates/notes.yaml', '--set', values]);
    rmSync(copy, { recursive: true });
    const { notes } = parse(stdout) as { notes: string };
    expect(notes).toContain('Forgemesh is available at');
    expect(notes.includes('WARNING: `trustedProxies` is empty')).toBe(isWarned);
  });

  it('gives every caller the address of each storage, and each replica of repository its own name', () => {
    const objects = render(['--set', 'services.repository.replicas=2']);
    const valueOf = (name: string, variable: string): Record<string, string> => {
      const workload = find(objects, name === 'repository' ? 'StatefulSet' : 'Deployment', `forge-forgemesh-${name}`);
      const variables = workload?.spec.template.spec.containers[0]?.env ?? [];
      return JSON.parse(variables.find((one) => one.name === variable)?.value ?? '{}') as Record<string, string>;
    };
    const pod = (number: number | '*', port: number): string =>
      `forge-forgemesh-repository-${number}.forge-forgemesh-repository-grpc.forge.svc:${port}`;
    for (const { name } of [gateway, ...services]) {
      expect(valueOf(name, 'FORGE_ADDRESSES')).toMatchObject({
        repository: 'dns:///forge-forgemesh-repository-grpc.forge.svc:9090',
        'repository/default': `dns:///${pod(0, 9090)}`,
        'repository/storage-*': `dns:///${pod('*', 9090)}`,
      });
      expect(valueOf(name, 'FORGE_GIT_ADDRESSES')).toEqual({
        default: `https://${pod(0, 8080)}`,
        ...(name === 'settings'
          ? { 'storage-1': `https://${pod(1, 8080)}` }
          : { 'storage-*': `https://${pod('*', 8080)}` }),
      });
    }
    // A new replica adds one pod; of the existing pods, only that of settings is replaced.
    const podsOf = (rendered: typeof objects): string[] =>
      rendered
        .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
        .map(({ metadata, spec }) => `${metadata.name} ${JSON.stringify(spec.template)}`);
    const before = podsOf(render([]));
    const replaced = podsOf(objects).filter((text) => !before.includes(text));
    expect(replaced.map((text) => text.split(' ')[0])).toEqual(['forge-forgemesh-settings']);
    const repository = find(objects, 'StatefulSet', 'forge-forgemesh-repository');
    expect(repository?.spec.replicas).toBe(2);
    expect(repository?.spec.template.spec.containers[0]?.env).toContainEqual({
      name: 'FORGE_REPLICA',
      valueFrom: { fieldRef: { fieldPath: 'metadata.name' } },
    });
  });

  it('lets any replica of repository serve each repository if the volumes are caches', () => {
    const objects = render(variants['volumes as caches']);
    const repository = find(objects, 'StatefulSet', 'forge-forgemesh-repository');
    const variablesOf = (workload: KubernetesObject | undefined) =>
      workload?.spec.template.spec.containers[0]?.env ?? [];
    const valueOf = (name: string, variable: string, rendered = objects): unknown => {
      const found = variablesOf(find(rendered, 'Deployment', `forge-forgemesh-${name}`));
      return JSON.parse(found.find((one) => one.name === variable)?.value ?? '{}');
    };
    const host = 'forge-forgemesh-repository-grpc.forge.svc';
    expect(valueOf('gateway', 'FORGE_ADDRESSES')).toMatchObject({ repository: `pool:${host}:9090` });
    expect(Object.keys(valueOf('gateway', 'FORGE_ADDRESSES') as object).filter((key) => key.includes('/'))).toEqual([]);
    expect(valueOf('gateway', 'FORGE_GIT_ADDRESSES')).toEqual({
      default: `https://${host}:8080`,
      'storage-*': `https://${host}:8080`,
    });
    expect(Object.keys(valueOf('settings', 'FORGE_GIT_ADDRESSES') as object)).toEqual(['default']);
    const further = render([...variants['volumes as caches'], '--set', 'objects.storages=3']);
    expect(Object.keys(valueOf('settings', 'FORGE_GIT_ADDRESSES', further) as object).sort()).toEqual([
      'default',
      'storage-1',
      'storage-2',
    ]);
    const names = variablesOf(repository).map(({ name }) => name);
    expect([names.includes('FORGE_MEMBER'), names.includes('FORGE_REPLICA')]).toEqual([true, false]);
    expect(repository?.spec.replicas).toBeUndefined();
    expect(repository?.spec.volumeClaimTemplates).toHaveLength(1);
    const scaler = find(objects, 'HorizontalPodAutoscaler', 'forge-forgemesh-repository');
    expect(scaler?.spec).toMatchObject({
      scaleTargetRef: { kind: 'StatefulSet', name: 'forge-forgemesh-repository' },
      minReplicas: 2,
    });
    expect(find(objects, 'PodDisruptionBudget', 'forge-forgemesh-repository')).toBeDefined();
  });

  it('keeps one storage for each replica while repositories move to the object store', () => {
    const args = ['--set', 'objects.packs=objects,objects.placement=storages,services.repository.replicas=2'];
    const repository = find(render(args), 'StatefulSet', 'forge-forgemesh-repository');
    const variables = repository?.spec.template.spec.containers[0]?.env ?? [];
    expect(variables.find(({ name }) => name === 'FORGE_PACKS')?.value).toBe('objects');
    expect(variables.some(({ name }) => name === 'FORGE_REPLICA')).toBe(true);
    const scaled = run('template', ['forge', chart, ...args, '--set', 'services.repository.autoscaling.enabled=true']);
    expect(scaled.stderr).toContain('services.repository.autoscaling needs objects.packs=objects');
  });

  it('runs three replicas of everything with values-ha.yaml', () => {
    const objects = render(variants['values-ha.yaml']);
    for (const { name } of [gateway, ...services]) {
      const workload = find(objects, name === 'repository' ? 'StatefulSet' : 'Deployment', `forge-forgemesh-${name}`);
      const scaler = find(objects, 'HorizontalPodAutoscaler', `forge-forgemesh-${name}`);
      const { minReplicas } = (scaler?.spec ?? {}) as { minReplicas?: number };
      expect([name, workload?.spec.replicas ?? minReplicas]).toEqual([name, 3]);
    }
  });

  it('runs separate workers if enabled', () => {
    const objects = render(['--set', 'services.projects.workerReplicas=2']);
    const roles = ['forge-forgemesh-projects', 'forge-forgemesh-projects-worker'].map((name) =>
      JSON.stringify(find(objects, 'Deployment', name))
        .match(/"FORGE_ROLE","value":"(\w+)"/)
        ?.at(1),
    );
    expect(roles).toEqual(['api', 'worker']);
    expect(find(objects, 'Deployment', 'forge-forgemesh-projects-worker')?.spec.replicas).toBe(2);
  });

  it('scales workers between bounds by their load, and by pending events if enabled', () => {
    const scaling = 'services.projects.workerAutoscaling';
    const fixed = render(['--set', 'services.projects.workerReplicas=2']);
    expect(find(fixed, 'HorizontalPodAutoscaler', 'forge-forgemesh-projects-worker')).toBeUndefined();
    const objects = render([
      '--set',
      `services.projects.workerReplicas=2,${scaling}.enabled=true,${scaling}.maxReplicas=5,${scaling}.targetWaitingEvents=200`,
    ]);
    expect(find(objects, 'Deployment', 'forge-forgemesh-projects-worker')?.spec.replicas).toBeUndefined();
    expect(find(objects, 'HorizontalPodAutoscaler', 'forge-forgemesh-projects-worker')?.spec).toMatchObject({
      minReplicas: 2,
      maxReplicas: 5,
      metrics: [
        { type: 'Resource' },
        {
          external: {
            metric: { name: 'forge_consumer_waiting', selector: { matchLabels: { service: 'projects' } } },
            target: { type: 'AverageValue', averageValue: '200' },
          },
        },
      ],
    });
    expect(find(objects, 'PodDisruptionBudget', 'forge-forgemesh-projects-worker')?.spec.selector.matchLabels).toEqual(
      find(objects, 'Deployment', 'forge-forgemesh-projects-worker')?.spec.selector.matchLabels,
    );
  });

  it('lets Prometheus scrape every process if its operator is installed, and adds the alerts if enabled', () => {
    const kinds = ['ServiceMonitor', 'PodMonitor', 'PrometheusRule'];
    const created = (args: string[]): string[] =>
      render(args).flatMap(({ kind }) => (kinds.includes(kind) ? [kind] : []));
    const operator = ['--api-versions', 'monitoring.coreos.com/v1'];
    const enableRule = ['--set', 'prometheusRule.enabled=true,prometheusRule.labels.release=monitoring'];
    expect(created(enableRule)).toEqual([]);
    expect(created(operator)).toEqual(['ServiceMonitor']);
    expect(created([...operator, '--set', 'services.projects.workerReplicas=1']).sort()).toEqual(
      kinds.slice(0, 2).sort(),
    );
    const [monitor] = render(operator).filter(({ kind }) => kind === 'ServiceMonitor');
    expect(monitor?.spec.endpoints).toMatchObject([{ port: 'metrics', path: '/-/metrics' }]);
    const [rule] = render([...operator, ...enableRule]).filter(({ kind }) => kind === 'PrometheusRule');
    expect(rule?.metadata).toMatchObject({ labels: { release: 'monitoring' } });
    expect(rule?.spec).toEqual(parse(readFileSync(join(__dirname, '../../../deploy/monitoring/alerts.yaml'), 'utf8')));
  });

  it('serves metrics on a port that clients of the instance cannot reach', () => {
    const objects = render([]);
    expect(JSON.stringify(find(objects, 'Service', 'forge-forgemesh-gateway')?.spec.ports)).not.toContain('metrics');
    for (const { name } of [gateway, ...services]) {
      const service = name === 'gateway' ? 'forge-forgemesh-gateway-metrics' : `forge-forgemesh-${name}-grpc`;
      expect(find(objects, 'Service', service)?.spec.ports).toContainEqual(
        expect.objectContaining({ name: 'metrics', port: 9091 }),
      );
      const policy = find(objects, 'NetworkPolicy', `forge-forgemesh-${name}`);
      expect(policy?.spec.ingress).toContainEqual({ from: [{ namespaceSelector: {} }], ports: [{ port: 'metrics' }] });
    }
  });

  it('keeps streams on the configured number of servers', () => {
    const replicaSettings = (args: string[]): string[] =>
      render(args).flatMap((object) => JSON.stringify(object).match(/"FORGE_EVENT_REPLICAS","value":"\d"/g) ?? []);
    expect(new Set(replicaSettings([]))).toEqual(new Set(['"FORGE_EVENT_REPLICAS","value":"1"']));
    const ha = replicaSettings(['-f', join(chart, 'values-ha.yaml')]);
    expect(new Set(ha)).toEqual(new Set(['"FORGE_EVENT_REPLICAS","value":"3"']));
    expect(ha.length).toBeGreaterThanOrEqual(services.length);
  });

  it('gives each service its own user of the bundled database, whose password only it receives', () => {
    const uriOf = (objects: KubernetesObject[]): string | undefined =>
      find(objects, 'Deployment', 'forge-forgemesh-geo')?.spec.template.spec.containers[0]?.env.find(
        (variable) => variable.name === 'MONGODB_URI',
      )?.value;
    const host = 'forge-forgemesh-mongodb.forge.svc:27017/?directConnection=true';
    const objects = render([]);
    expect(uriOf(objects)).toBe(`mongodb://geo:$(FORGE_MONGODB_PASSWORD)@${host}`);
    const passwords = find(objects, 'Secret', 'forge-forgemesh-mongodb-user')?.data ?? {};
    expect(Object.keys(passwords).sort()).toEqual(['password', ...services.map(({ name }) => name)].sort());
    expect(new Set(Object.values(passwords)).size).toBe(services.length + 1);
    const readBy = (name: string, kind = 'Deployment') =>
      JSON.stringify(find(objects, kind, `forge-forgemesh-${name}`)).match(/mongodb-user","key":"\w+"/g);
    expect(readBy('geo')).toEqual(['mongodb-user","key":"geo"']);
    expect(new Set(readBy('mongodb', 'StatefulSet'))).toEqual(new Set(['mongodb-user","key":"password"']));
    expect(readBy('gateway')).toBeNull();
    // DocumentDB cannot limit users to a database.
    for (const args of [
      ['--set', 'mongodb.bundled.userPerService=false'],
      ['-f', join(chart, 'values-debian.yaml')],
    ]) {
      const shared = render(args);
      expect(uriOf(shared)).toBe(`mongodb://forgemesh:$(FORGE_MONGODB_PASSWORD)@${host}`);
      expect(find(shared, 'Secret', 'forge-forgemesh-mongodb-user')?.data).toEqual({ password: expect.any(String) });
    }
    const own = [
      'mongodb.existingSecret=a',
      'mongodb.keyPerService=true',
      'nats.existingSecret=b',
      'nats.keyPerService=true',
    ];
    const [geo] =
      find(render(['--set', own.join(',')]), 'Deployment', 'forge-forgemesh-geo')?.spec.template.spec.containers ?? [];
    const sources = geo?.env.filter(({ name }) => name === 'MONGODB_URI' || name === 'NATS_URL');
    expect(sources).toEqual([
      { name: 'MONGODB_URI', valueFrom: { secretKeyRef: { name: 'a', key: 'geo' } } },
      { name: 'NATS_URL', valueFrom: { secretKeyRef: { name: 'b', key: 'geo' } } },
    ]);
    const open = render(['--set', 'mongodb.bundled.auth=false']);
    expect(uriOf(open)).toBe(`mongodb://${host}`);
    expect(JSON.stringify(open)).not.toContain('mongodb-user');
  });

  it('prepares the datastores by a Job as their administrator', () => {
    const jobOf = (...args: string[]) => {
      const job = render(args).find(({ kind }) => kind === 'Job');
      const { containers, securityContext, automountServiceAccountToken } = job?.spec.template.spec ?? {};
      const [container] = containers ?? [];
      const env = Object.fromEntries((container?.env ?? []).map(({ name, ...source }) => [name, source]));
      return { job, container, env, security: { securityContext, automountServiceAccountToken } };
    };
    const names = services.map(({ name }) => name).sort();
    const { container, env, security, job } = jobOf();
    expect(security).toMatchObject({ securityContext: { runAsNonRoot: true }, automountServiceAccountToken: false });
    expect(container).toMatchObject({
      image: expect.stringContaining('/settings:'),
      command: ['node', 'dist/prepare-datastores.js', ...names],
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    });
    expect(env).toMatchObject({
      NATS_URL: { value: 'nats://forgemesh:$(FORGE_NATS_PASSWORD)@forge-forgemesh-nats.forge.svc:4222' },
      FORGE_NATS_PASSWORD: { valueFrom: { secretKeyRef: { name: 'forge-forgemesh-nats-users', key: 'forgemesh' } } },
      MONGODB_URI: { value: expect.stringMatching(/^mongodb:\/\/forgemesh:/) },
      FORGE_MONGODB_PASSWORD: {
        valueFrom: { secretKeyRef: { name: 'forge-forgemesh-mongodb-user', key: 'password' } },
      },
    });
    for (const name of names)
      expect(env[`FORGE_MONGODB_PASSWORD_${name.toUpperCase()}`]).toMatchObject({
        valueFrom: { secretKeyRef: { key: name } },
      });
    expect(jobOf('--set', 'profile=single').container).toMatchObject({
      image: expect.stringContaining('/program:'),
      command: ['node', 'node_modules/@forgemesh/settings/dist/prepare-datastores.js', ...names],
    });
    // Another release makes another Job.
    expect(jobOf('--set', 'image.tag=next').job?.metadata.name).not.toBe(job?.metadata.name);
    expect(jobOf('-f', join(chart, 'values-ha.yaml')).job).toBeUndefined();
    const own = jobOf('-f', join(chart, 'values-ha.yaml'), '--set', 'nats.administratorKey=administrator');
    expect(own.env).toMatchObject({
      NATS_URL: { valueFrom: { secretKeyRef: { name: 'forge-nats', key: 'administrator' } } },
      FORGE_EVENT_REPLICAS: { value: '3' },
    });
    expect(own.env).not.toHaveProperty('MONGODB_URI');
  });

  it('passes the root token to identity unless it was used', () => {
    const knowing = (objects: KubernetesObject[]) =>
      objects.filter((object) => JSON.stringify(object).includes('root-token')).map(({ metadata }) => metadata.name);
    expect(knowing(render([]))).toEqual(expect.arrayContaining(['forge-forgemesh-secret', 'forge-forgemesh-identity']));
    expect(knowing(render(['--set', 'secrets.rootToken=false']))).toEqual([]);
  });

  it('creates a NATS user for each process, with the permissions of `npm start`', () => {
    const objects = render([]);
    const { 'nats.conf': config = '' } = find(objects, 'ConfigMap', 'forge-forgemesh-nats')?.data ?? {};
    const [, authorization = ''] = /^authorization: (.*)$/m.exec(config) ?? [];
    expect(authorization).toContain('"password":$NATS_PROJECTS');
    const { users } = JSON.parse(authorization.replaceAll(/\$NATS_\w+/g, '"$&"')) as { users: { user: string }[] };
    // In the chart, each service has its own user in both profiles.
    const chartUsers = eventUsers.filter((user) => user !== ALL);
    const passwords = Object.fromEntries(chartUsers.map((user) => [user, `$NATS_${user.toUpperCase()}`]));
    const byName = (list: { user: string }[]) => new Map(list.map(({ user, ...rest }) => [user, inOrder(rest)]));
    expect(byName(users)).toEqual(byName(authorizationOf(passwords).users.filter(({ user }) => user !== ALL)));
    const created = find(objects, 'Secret', 'forge-forgemesh-nats-users')?.data ?? {};
    expect(Object.keys(created).sort()).toEqual([...chartUsers, 'routes'].sort());
    expect(new Set(Object.values(created)).size).toBe(chartUsers.length + 1);
    const given = render(['--set', 'nats.bundled.existingSecret=passwords']);
    expect(find(given, 'Secret', 'forge-forgemesh-nats-users')).toBeUndefined();
    const readable = (name: string) =>
      JSON.stringify(find(given, 'Deployment', `forge-forgemesh-${name}`)).match(/\{"name":"passwords","key":"\w+"\}/g);
    expect(readable('geo')).toEqual(['{"name":"passwords","key":"geo"}']);
    expect(readable('gateway')).toEqual(['{"name":"passwords","key":"gateway"}']);
  });

  it('creates a NATS cluster whose servers are connected to each other and known to every process', () => {
    const name = 'forge-forgemesh-nats';
    const urlOf = (objects: KubernetesObject[]): string | undefined =>
      find(objects, 'Deployment', 'forge-forgemesh-settings')?.spec.template.spec.containers[0]?.env.find(
        (variable) => variable.name === 'NATS_URL',
      )?.value;
    const argumentsOf = (objects: KubernetesObject[]): readonly string[] =>
      find(objects, 'StatefulSet', name)?.spec.template.spec.containers[0]?.args ?? [];
    const one = render([]);
    const user = 'settings:$(FORGE_NATS_PASSWORD)';
    expect(urlOf(one)).toBe(`nats://${user}@${name}.forge.svc:4222`);
    expect(find(one, 'StatefulSet', name)?.spec.replicas).toBe(1);
    expect(find(one, 'ConfigMap', name)?.data['nats.conf']).not.toContain('cluster');
    expect(argumentsOf(one)).not.toContain('--routes');
    expect(find(one, 'PodDisruptionBudget', name)).toBeUndefined();
    const three = render(['--set', 'nats.bundled.replicas=3,nats.streamReplicas=3']);
    const pods = [0, 1, 2].map((number) => `${name}-${number}.${name}.forge.svc`);
    expect(urlOf(three)).toBe(pods.map((pod) => `nats://${user}@${pod}:4222`).join(','));
    const { 'nats.conf': config = '' } = find(three, 'ConfigMap', name)?.data ?? {};
    expect(config).toContain('authorization { user: routes, password: $NATS_ROUTES }');
    const routes = pods.map((pod) => `nats://routes:$(NATS_ROUTES)@${pod}:6222`).join(',');
    expect(argumentsOf(three).slice(-2)).toEqual(['--routes', routes]);
    expect(config).toMatch(/server_name: \$POD_NAME\n\s*cluster \{\n\s*name: forge-forgemesh\n/);
    expect(find(three, 'StatefulSet', name)?.spec).toMatchObject({
      replicas: 3,
      serviceName: name,
      podManagementPolicy: 'Parallel',
      volumeClaimTemplates: [{ metadata: { name: 'data' } }],
    });
    expect(find(three, 'Service', name)?.spec).toMatchObject({
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      ports: [{ name: 'nats' }, { name: 'routes', port: 6222 }],
    });
    expect(find(three, 'PodDisruptionBudget', name)?.spec).toMatchObject({ maxUnavailable: 1 });
    const policy = JSON.stringify(find(three, 'NetworkPolicy', name)?.spec);
    expect(policy).toContain('"ports":[{"port":"routes"}]');
    expect(policy).toContain('"ports":[{"port":6222}]');
  });

  describe('in the profile `single`', () => {
    const pod = 'forge-forgemesh-repository';
    const processes = [gateway, ...services].map(({ name }) => name);
    const single = (values = ''): KubernetesObject[] => render(['--set', `profile=single${values && `,${values}`}`]);
    const referenceIn = ({ valueFrom }: Variable): string =>
      valueFrom?.secretKeyRef ? `${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}` : 'a field of the pod';
    const workloadOf = (objects: KubernetesObject[], name = pod) =>
      objects.find(({ kind, metadata }) => workloads.includes(kind) && metadata.name === name)?.spec;
    const variablesOf = (objects: KubernetesObject[], name = pod): Record<string, string> => {
      const variables = workloadOf(objects, name)?.template.spec.containers[0]?.env ?? [];
      return Object.fromEntries(variables.map((one) => [one.name, one.value ?? referenceIn(one)]));
    };
    /** Names of objects of some kinds, without those of the datastores. */
    const namesOf = (objects: KubernetesObject[], ...kinds: string[]): string[] =>
      objects
        .filter(({ kind, metadata }) => kinds.includes(kind) && !/-(mongodb|nats|datastores)$/.test(metadata.name))
        .map(({ metadata }) => metadata.name)
        .sort();

    it('runs one pod instead of a workload for each service', () => {
      const names = processes.map((name) => `forge-forgemesh-${name}`).sort();
      for (const values of ['profile=separate', 'profile=null'])
        expect(namesOf(render(['--set', values]), ...workloads)).toEqual(names);
      const objects = single('tls.certManager.enabled=true,tls.certManager.issuerRef.name=ca');
      expect(namesOf(objects, ...workloads)).toEqual([pod]);
      expect(namesOf(objects, 'ServiceAccount')).toEqual([pod]);
      expect(namesOf(objects, 'NetworkPolicy')).toEqual([pod]);
      expect(namesOf(objects, 'Service')).toEqual(['forge-forgemesh-gateway', `${pod}-grpc`]);
      expect(namesOf(objects, 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Certificate')).toEqual([]);
      const [container] = workloadOf(objects)?.template.spec.containers ?? [];
      expect(container?.image).toMatch(/^docker\.io\/forgemesh\/program:/);
      expect(JSON.stringify(find(objects, 'Pod', 'forge-forgemesh-test-push'))).toContain('forgemesh/program:');
    });

    it('keeps the volume of repository and all Secrets', () => {
      const kept = (objects: KubernetesObject[]): object => {
        const { replicas, selector, serviceName, podManagementPolicy, volumeClaimTemplates } =
          find(objects, 'StatefulSet', pod)?.spec ?? {};
        const secrets = objects.filter(({ kind }) => kind === 'Secret');
        return {
          replicas,
          selector,
          serviceName,
          podManagementPolicy,
          volumeClaimTemplates,
          secrets: secrets.map(({ metadata, data }) => [metadata.name, ...Object.keys(data)]),
        };
      };
      const objects = single();
      expect(kept(objects)).toEqual(kept(render([])));
      expect(kept(objects)).toMatchObject({ replicas: 1, volumeClaimTemplates: [{ metadata: { name: 'data' } }] });
      expect(find(objects, 'Service', `${pod}-grpc`)?.spec.ports).toEqual([
        { name: 'metrics', port: 9091, targetPort: 'metrics', appProtocol: 'http' },
      ]);
    });

    it('gives each service the variables of its own pod, except for addresses and files', () => {
      const values = [
        'ssh.port=22,mail.existingSecret=mail,defaults.env.NODE_OPTIONS=--use-openssl-ca',
        'services.geo.env.FORGE_LOG_LEVEL=debug,services.projects.env.FORGE_ARCHIVE_MAX_ENTRIES=5',
      ].join(',');
      const separate = render(['--set', values]);
      const environment = variablesOf(single(values));
      expect(environment).toMatchObject({
        FORGE_TARGET: 'all',
        FORGE_HOST: '0.0.0.0',
        FORGE_HTTP_PORT: '8080',
        FORGE_METRICS_PORT: '9091',
        FORGE_LOG_LEVEL: 'info',
        NODE_OPTIONS: '--use-openssl-ca',
      });
      const addresses = services.map(({ name }) => name).sort();
      const addition = new Set<string>();
      for (const part of processes) {
        const own = Object.entries(variablesOf(separate, `forge-forgemesh-${part}`));
        const kept = Object.fromEntries(own.filter(([name]) => !/^FORGE_(GRPC_PORT|TLS_\w+)$/.test(name)));
        const suffix = `_${part.toUpperCase()}`;
        const expected: Record<string, string> = {
          ...kept,
          FORGE_DATA_DIR: part === 'repository' ? '/data' : `/scratch/${part}`,
          FORGE_SIGNING_KEY: `/keys/own/${part}.pem`,
          FORGE_ADDRESSES: JSON.stringify(Object.fromEntries(addresses.map((name) => [name, 'local']))),
          FORGE_GIT_ADDRESSES: '{"default":"http://127.0.0.1:8081"}',
          NATS_URL: (kept['NATS_URL'] ?? '').replace('_PASSWORD)', `_PASSWORD${suffix})`),
          ...(part !== gateway.name && {
            MONGODB_URI: (kept['MONGODB_URI'] ?? '').replace('_PASSWORD)', `_PASSWORD${suffix})`),
          }),
          ...(part === 'repository' && { FORGE_HOST: '127.0.0.1', FORGE_HTTP_PORT: '8081' }),
        };
        const actual = environmentOfPart(part, environment);
        expect([part, actual]).toEqual([part, expect.objectContaining(expected)]);
        const suffixes = processes.map((name) => `_${name.toUpperCase()}`);
        for (const name of Object.keys(actual))
          if (!(name in expected) && !suffixes.some((other) => name.endsWith(other))) addition.add(name);
      }
      // Each is read by one service, or by all except the gateway.
      expect([...addition].sort()).toEqual([
        ...['FORGE_CLUSTER_CIDRS', 'FORGE_EVENT_REPLICAS', 'FORGE_FILES', 'FORGE_LICENSE_TIER'],
        ...['FORGE_MAIL_ENABLED', 'FORGE_MAIL_FROM'],
        ...['FORGE_MAX_CONNECTION_AGE_SECONDS', 'FORGE_OBJECTS', 'FORGE_PACKS', 'FORGE_PACKS_COLLECT'],
        ...['FORGE_REPLICA', 'FORGE_ROLE'],
        ...['FORGE_ROOT_TOKEN', 'FORGE_SHUTDOWN_DELAY_SECONDS', 'FORGE_SMTP_URL', 'FORGE_SSH_HOST_KEY'],
        ...['FORGE_SSH_LISTEN_PORT', 'FORGE_SSH_PORT', 'FORGE_TARGET', 'FORGE_TRUSTED_PROXIES'],
      ]);
    });

    it('gives each service its own address of external datastores', () => {
      const external = (isPerService: boolean) =>
        variablesOf(
          single(
            `mongodb.existingSecret=a,mongodb.keyPerService=${isPerService},nats.existingSecret=b,nats.keyPerService=${isPerService}`,
          ),
        );
      const reference = (name: string, key: string): string => `${name}/${key}`;
      const own = external(true);
      expect([own['MONGODB_URI_GEO'], own['NATS_URL_GEO']]).toEqual([reference('a', 'geo'), reference('b', 'geo')]);
      expect([own['MONGODB_URI'], own['NATS_URL'], own['MONGODB_URI_GATEWAY']]).toEqual(Array(3).fill(undefined));
      const shared = external(false);
      expect([shared['MONGODB_URI'], shared['NATS_URL_GEO']]).toEqual([reference('a', 'uri'), reference('b', 'url')]);
    });

    it('contains secrets only as references, each before the variables that use it', () => {
      const objects = single('mail.smtpUrl=smtps://user:pass@mail.example.org');
      const spec = JSON.stringify(workloadOf(objects));
      const secrets = objects.flatMap(({ kind, data }) => (kind === 'Secret' ? Object.values(data) : []));
      const texts = secrets.map((text) => Buffer.from(text, 'base64').toString()).filter((text) => text.length > 8);
      expect(texts.length).toBeGreaterThan(processes.length);
      expect(texts.filter((text) => spec.includes(text))).toEqual([]);
      const known = new Set<string>();
      for (const { name, value = '' } of workloadOf(objects)?.template.spec.containers[0]?.env ?? []) {
        for (const [, referenced = ''] of value.matchAll(/\$\((\w+)\)/g)) expect([...known]).toContain(referenced);
        expect([...known]).not.toContain(name);
        known.add(name);
      }
    });

    it('mounts the keys of all services and a folder for temporary files', () => {
      const { containers = [], volumes = [] } = workloadOf(single('ssh.port=22'))?.template.spec ?? {};
      const keys = volumes.find(({ name }) => name === 'key')?.secret?.items.map(({ path }) => path) ?? [];
      expect(keys.sort()).toEqual([...processes, 'ssh-host'].map((name) => `${name}.pem`).sort());
      const names = volumes.map(({ name }) => name);
      expect(names.sort()).toEqual(['key', 'scratch', 'tmp', 'trusted']);
      const mounts = Object.fromEntries(containers[0]?.volumeMounts.map((one) => [one.name, one.mountPath]) ?? []);
      expect(mounts).toEqual({
        data: '/data',
        scratch: '/scratch',
        tmp: '/tmp',
        key: '/keys/own',
        trusted: '/keys/trusted',
      });
    });

    it('is reachable as the gateway is, and reaches what its services reach', () => {
      const values = 'ssh.port=22,mail.existingSecret=mail';
      const objects = single(values);
      const labels = workloadOf(objects)?.template.metadata.labels;
      const service = find(objects, 'Service', 'forge-forgemesh-gateway')?.spec;
      expect(labels).toMatchObject(service?.selector ?? { missing: 'selector' });
      const separate = render(['--set', values]);
      expect(service?.ports).toEqual(find(separate, 'Service', 'forge-forgemesh-gateway')?.spec.ports);
      const ports = JSON.stringify(workloadOf(objects)?.template.spec.containers[0]);
      for (const port of ['"name":"http","containerPort":8080', '"name":"ssh","containerPort":2222'])
        expect(ports).toContain(port);
      expect(ports).not.toContain('grpc');
      const policy = find(objects, 'NetworkPolicy', pod)?.spec;
      expect(labels).toMatchObject(policy?.podSelector?.matchLabels ?? { missing: 'podSelector' });
      expect(policy?.ingress).toEqual(find(separate, 'NetworkPolicy', 'forge-forgemesh-gateway')?.spec.ingress);
      const egress = JSON.stringify(policy?.egress);
      for (const reached of ['"port":53', '"port":4222', '"port":27017', '"port":587', '"cidr":"0.0.0.0/0"'])
        expect(egress).toContain(reached);
      expect(egress).not.toContain('"port":9090');
      const offline = single(
        'services.deliveries.egress=false,services.geo.egress=false,services.repository.egress=false',
      );
      expect(JSON.stringify(find(offline, 'NetworkPolicy', pod)?.spec.egress)).not.toContain('cidr');
    });
  });

  it('opens a fixed port of the nodes', () => {
    const { spec } =
      find(render(['--set', 'service.type=NodePort,service.nodePort=30080']), 'Service', 'forge-forgemesh-gateway') ??
      {};
    expect(spec).toMatchObject({ type: 'NodePort', ports: [{ name: 'http', nodePort: 30080 }] });
  });

  it.each([
    ['nats.streamReplicas=2', '/nats/streamReplicas'],
    ['nats.streamReplicas=3', 'nats.bundled.replicas'],
    ['nats.bundled.replicas=2', '/nats/bundled/replicas'],
    ['mongodb.bundled.replicas=3', '/mongodb/bundled/replicas'],
    ['services.projects.workerAutoscaling.maxReplicas=0', '/services/projects/workerAutoscaling/maxReplicas'],
    ['image.tag=latest', '/image/tag'],
    ['services.gateway.replicas=-1', '/services/gateway/replicas'],
    ['services.repository.replicas=0', '/services/repository/replicas'],
    ['services.repository.workerReplicas=1', '/services/repository/workerReplicas'],
    ['services.repository.autoscaling.enabled=true', 'services.repository.autoscaling needs'],
    ['services.projects.resources.limits=null', '/services/projects/resources'],
    ['externalUrl=forge.example.org', '/externalUrl'],
    ['licenseTier=4', '/licenseTier'],
    ['mail.smtpUrl=mail.example.org', '/mail/smtpUrl'],
    ['objects.engine=local', '/objects/engine'],
    ['objects.engine=s3', 'objects.s3.bucket names no bucket'],
    ['objects.from=gridfs', 'objects.from must differ from objects.engine'],
    ['ssh.port=70000', '/ssh/port'],
    ['replicaz=3', 'replicaz'],
    ['profile=both', '/profile'],
    ['profile=single,services.repository.replicas=2', 'Move projects on other storages there first'],
    ['profile=single,defaults.replicas=3', 'approvals must have 1 replica, not 3'],
    ['profile=single,services.projects.workerReplicas=1', 'projects cannot have workers'],
    ['profile=single,services.geo.autoscaling.enabled=true', 'geo cannot be scaled'],
  ])('refuses %s', (value, place) => {
    const { status, stderr } = run('template', ['forge', chart, '--set', value]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(place)]);
  });
});
