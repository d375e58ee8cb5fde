// The commands for a local cluster, with fake programs that record their calls.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { gateway, services } from '../../mesh/services.ts';

const root = join(__dirname, '../../..');
const realPrograms = new Map(['sh', 'cat', 'git'].map((name) => [name, pathOf(name)]));
let folder: string;
let calls: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgemesh-kind-test-'));
  calls = join(folder, 'calls');
  for (const [name, path] of realPrograms) symlinkSync(path, join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function pathOf(name: string): string {
  return execFileSync('which', [name], { encoding: 'utf8' }).trim();
}

/** Creates a program that records its arguments and runs a shell snippet. */
function fake(name: string, words = ''): void {
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\necho "${name} $*" >> ${calls}\n${words}\n`);
  chmodSync(program, 0o755);
}

function kind(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { PATH: folder, HOME: folder, TMPDIR: folder };
  return spawnSync(process.execPath, [join(root, 'scripts/commands/kind.ts'), ...args], {
    encoding: 'utf8',
    cwd: root,
    env,
  });
}

/** The recorded calls, without temporary paths. */
function called(): string[] {
  const text = existsSync(calls) ? readFileSync(calls, 'utf8').trim() : '';
  return text
    .replaceAll(root, '.')
    .replaceAll(/\S*forgemesh-kind-\w+\//g, '')
    .split('\n');
}

function fakeAll(clusters = ''): void {
  fake('docker');
  fake(
    'kind',
    `case "$*" in "get clusters") echo "${clusters}";; create*) cat "$6" > ${join(folder, 'config')};; esac`,
  );
  fake('kubectl', `case "$*" in *jsonpath*) printf %s "${Buffer.from('the-token').toString('base64')}";; esac`);
  fake('helm');
}

describe('npm run kind:up', () => {
  it('reports missing programs in one sentence', () => {
    const { status, stderr } = kind('up');
    expect([status, stderr]).toEqual([
      1,
      'A cluster on this machine needs docker or podman with a running engine, kind, kubectl and helm on the PATH. Without them, npm start runs the mesh.\n',
    ]);
  });

  it('needs a running container engine', () => {
    fakeAll();
    fake('docker', 'exit 1');
    const { status, stderr } = kind('up');
    expect([status, stderr]).toEqual([1, expect.stringContaining('needs docker or podman with a running engine on')]);
    expect(called()).toEqual(['docker info']);
  });

  it('creates a cluster, builds and loads every image, installs the chart, and prints address and token', () => {
    fakeAll();
    const { status, stdout, stderr } = kind('up', '--port', '9000');
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toContain('Forgemesh is ready at http://127.0.0.1:9000\n');
    expect(stdout).toContain('with the token the-token\n');
    const cluster = parse(readFileSync(join(folder, 'config'), 'utf8')) as { nodes: unknown[] };
    expect(cluster.nodes).toEqual([
      {
        role: 'control-plane',
        extraPortMappings: [{ containerPort: 30080, hostPort: 9000, listenAddress: '127.0.0.1' }],
      },
    ]);
    const names = [gateway, ...services].map(({ name }) => `docker.io/forgemesh/${name}:dev`);
    const all = called();
    for (const name of names) {
      expect(all.filter((call) => call.startsWith('docker build') && call.includes(`-t ${name} .`))).toHaveLength(1);
      expect(all).toContain(`docker save -o image.tar ${name}`);
    }
    expect(all.filter((call) => call === 'kind load image-archive image.tar --name forgemesh')).toHaveLength(
      names.length,
    );
    const at = (text: string): number => all.findIndex((call) => call.startsWith(text));
    const order = ['kind get clusters', 'kind create cluster --name forgemesh --config cluster.yaml', 'docker build'];
    const places = [...order, 'docker save', 'kind load', 'helm upgrade', 'kubectl'].map(at);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(all[at('helm upgrade')]).toBe(
      'helm upgrade --install forge ./deploy/helm/forgemesh --kube-context kind-forgemesh --namespace forgemesh ' +
        '--create-namespace -f ./deploy/helm/forgemesh/values-kind.yaml --set image.registry=docker.io/forgemesh ' +
        '--set image.tag=dev --set externalUrl=http://127.0.0.1:9000 --set service.type=NodePort ' +
        '--set service.nodePort=30080 --wait --timeout 15m',
    );
    expect(all.filter((call) => call.includes('rollout'))).toEqual([]);
  });

  it('reuses an existing cluster and restarts its pods with the new images', () => {
    fakeAll('forgemesh');
    expect(kind('up').status).toBe(0);
    expect(called().filter((call) => call.startsWith('kind create'))).toEqual([]);
    expect(called().filter((call) => call.includes('rollout'))).toHaveLength(2);
  });

  it('builds and loads only the program if the values choose the profile single', () => {
    fakeAll();
    const { status, stderr } = kind('up', '--values', 'deploy/helm/forgemesh/values-single.yaml');
    expect([stderr, status]).toEqual(['', 0]);
    const all = called();
    const name = 'docker.io/forgemesh/program:dev';
    expect(all.filter((call) => call.startsWith('docker build'))).toEqual([
      expect.stringMatching(new RegExp(`--build-arg SERVICE=program .*-t ${name} `)),
    ]);
    expect(all.filter((call) => call.startsWith('docker save'))).toEqual([`docker save -o image.tar ${name}`]);
    expect(all.filter((call) => call.startsWith('kind load'))).toHaveLength(1);
    expect(all.find((call) => call.startsWith('helm'))).toContain(
      '-f ./deploy/helm/forgemesh/values-kind.yaml -f deploy/helm/forgemesh/values-single.yaml',
    );
  });

  it.each([
    ['profile: separate', gateway.name],
    ['image: { tag: dev }', 'program'],
  ])('takes the profile from the last file that has one: %s', (text, built) => {
    fakeAll();
    const last = join(folder, 'last.yaml');
    writeFileSync(last, text);
    expect(kind('up', '--values', 'deploy/helm/forgemesh/values-single.yaml', '--values', last).status).toBe(0);
    const builds = called().filter((call) => call.startsWith('docker build'));
    expect(builds[0]).toContain(`-t docker.io/forgemesh/${built}:dev `);
  });

  it('reports values that cannot be read before it creates a cluster', () => {
    fakeAll();
    const { status, stderr } = kind('up', '--values', 'none.yaml');
    expect([status, stderr]).toEqual([1, expect.stringContaining('The values file none.yaml cannot be read')]);
    expect(called()).toEqual(['docker info']);
  });

  it('stops when a step fails', () => {
    fakeAll();
    fake('helm', 'echo "no room" >&2; exit 1');
    const { status, stderr } = kind('up');
    expect([status, stderr]).toEqual([1, expect.stringContaining('no room')]);
  });

  it.each([
    [['up', '--port', '0'], '--port must be a number from 1 to 65535, not 0.'],
    [['up', '--speed', '1'], "Unknown option '--speed'."],
    [['sideways'], 'Usage: npm run kind:up'],
  ])('refuses %j', (args, sentence) => {
    const { status, stderr } = kind(...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });
});

describe('npm run kind:down', () => {
  it('removes the cluster', () => {
    fakeAll('forgemesh');
    expect(kind('down').status).toBe(0);
    expect(called()).toEqual(['docker info', 'kind delete cluster --name forgemesh']);
  });

  it('works with podman', () => {
    fakeAll('forgemesh');
    rmSync(join(folder, 'docker'));
    fake('podman');
    fake('kind', `echo "$KIND_EXPERIMENTAL_PROVIDER" >> ${calls}`);
    expect(kind('down').status).toBe(0);
    expect(called()).toEqual(['podman info', 'kind delete cluster --name forgemesh', 'podman']);
  });
});
