import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const digest = `sha256:${'ab'.repeat(32)}`;
/** Fake builders that print what the real ones print on a push. */
const builders = {
  docker: `[ "$1" = push ] && echo "dev: digest: ${digest} size: 1234"; exit 0`,
  podman: `[ "$1" = push ] && [ "$2" = --digestfile ] && printf %s ${digest} > "$3"; exit 0`,
  buildah: `[ "$1" = push ] && [ "$2" = --digestfile ] && printf %s ${digest} > "$3"; exit 0`,
};

describe('npm run images', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forge-builder-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const build = (name: string, script: string, ...options: string[]): Promise<{ code: number; said: string }> =>
    buildImage('settings', name, script, ...options);

  const buildImage = async (
    image: string,
    name: string,
    script: string,
    ...options: string[]
  ): Promise<{ code: number; said: string }> => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
    for (const other of Object.keys(builders)) {
      if (other === name) continue;
      writeFileSync(join(folder, other), '#!/bin/sh\nexit 1\n');
      chmodSync(join(folder, other), 0o755);
    }
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const args = [join(__dirname, '../../commands/images.ts'), image, '--tag', 'dev', ...options];
    const child = spawn(process.execPath, args, { env, stdio: 'pipe' });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, said };
  };

  it.each(Object.entries(builders))(
    'writes digests of what it pushed as values of the chart: %s',
    async (name, script) => {
      const file = join(folder, 'digests.yaml');
      const { code, said } = await build(name, script, '--push', '--digests', file);
      expect([said, code]).toEqual([expect.stringContaining(`with ${name}`), 0]);
      const written: unknown = parse(readFileSync(file, 'utf8'));
      expect(written).toEqual({ image: { registry: 'docker.io/forgemesh', digests: { settings: digest } } });
    },
  );

  it('builds the program that runs all services', async () => {
    const file = join(folder, 'digests.yaml');
    const script = `echo "$*" >> ${join(folder, 'calls')}; ${builders.docker}`;
    const base = `node:test@${digest}`;
    const options = ['--base', base, '--push', '--digests', file];
    const { code, said } = await buildImage('program', 'docker', script, ...options);
    expect([said, code]).toEqual([expect.stringContaining('docker.io/forgemesh/program:dev'), 0]);
    const built = readFileSync(join(folder, 'calls'), 'utf8')
      .split('\n')
      .filter((call) => call.startsWith('build '));
    expect(built).toEqual([expect.stringContaining('--build-arg SERVICE=program ')]);
    expect(built).toEqual([expect.stringContaining(`--build-arg NODE_IMAGE=${base} `)]);
    const written: unknown = parse(readFileSync(file, 'utf8'));
    expect(written).toEqual({ image: { registry: 'docker.io/forgemesh', digests: { program: digest } } });
  });

  it('fails if the builder reports no digest, or nothing would be pushed', async () => {
    const file = join(folder, 'digests.yaml');
    expect((await build('docker', 'exit 0', '--push', '--digests', file)).code).toBe(1);
    expect(await build('docker', builders.docker, '--digests', file)).toEqual({
      code: 1,
      said: expect.stringContaining('add --push') as string,
    });
  });

  it('pushes nothing that is built on an image without a digest', async () => {
    const { code, said } = await build('docker', builders.docker, '--base', 'node:test', '--push');
    expect([code, said]).toEqual([1, expect.stringContaining('need base images with digests')]);
    expect(said).toContain('node:test (--base)');
  });
});
