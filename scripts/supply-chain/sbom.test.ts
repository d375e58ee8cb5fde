import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { images } from '../kubernetes/images/index.ts';
import { services } from '../mesh/services.ts';
import { forbidden, installedLicenses, readLicenses } from './licenses.ts';
import { imagePackages, readLockFile } from './packages.ts';
import { sbomOf } from './sbom.ts';

const lock = readLockFile();

interface Bom {
  specVersion: string;
  metadata: { timestamp?: string; component: { name: string; version: string; 'bom-ref': string } };
  components: {
    name: string;
    group?: string;
    type: string;
    version?: string;
    purl?: string;
    hashes?: object[];
    licenses?: object[];
  }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** The components from the registry. */
function librariesOf({ components }: Bom): Bom['components'] {
  return components.filter(({ type, group }) => type === 'library' && group !== '@forgemesh');
}

describe('npm run sbom', () => {
  const imageOf = (name: string) => images.find((image) => image.name === name) as (typeof images)[number];
  const licenses = new Map([['mongoose@9.12.1', 'MIT']]);
  const bomOf = (name: string): Bom => JSON.parse(sbomOf(imageOf(name), { lock, licenses, revision: 'abc' })) as Bom;

  // Compiles the schema once for all images.
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

  it('lists the production packages of a service with versions, hashes and licenses', () => {
    const bom = bomOf('settings');
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(bom.metadata.component).toMatchObject({ name: 'forgemesh/settings', version: 'abc', type: 'container' });
    const mongoose = bom.components.find(({ name }) => name === 'mongoose');
    expect(mongoose).toMatchObject({
      purl: `pkg:npm/mongoose@${mongoose?.version}`,
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }],
      licenses: [{ license: { id: 'MIT' } }],
    });
    const libraries = librariesOf(bom);
    expect(libraries.filter(({ hashes, purl }) => !hashes || !purl?.startsWith('pkg:npm/'))).toEqual([]);
    // Transitive, through the workspace package kit.
    expect(libraries.map(({ name }) => name)).toEqual(expect.arrayContaining(['grpc-js', 'pino']));
    expect(libraries.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['jest']));
  });

  it('lists what is part of the web pages for the image that serves them', () => {
    const namesOf = (name: string) => bomOf(name).components.map((component) => component.name);
    expect(namesOf('gateway')).toEqual(expect.arrayContaining(['react', 'react-router', 'lowlight']));
    expect(namesOf('settings')).not.toContain('react');
    expect(namesOf('gateway')).not.toContain('vite');
  });

  it('lists everything that the program runs: all services, their packages, the web pages and git', () => {
    const bom = bomOf('program');
    const own = bom.components.filter(({ group }) => group === '@forgemesh');
    expect(own.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['program', 'gateway', 'web-app', 'http', 'rpc', ...services.map(({ name }) => name)]),
    );
    expect(own.filter(({ version, licenses: found }) => version !== 'abc' || found?.length !== 1)).toEqual([]);
    const libraries = librariesOf(bom);
    expect(libraries.filter(({ version, hashes, purl }) => !version || !hashes || !purl)).toEqual([]);
    const purls = new Set(libraries.map(({ purl }) => purl));
    for (const image of ['gateway', ...services.map(({ name }) => name)]) {
      const needed = librariesOf(bomOf(image));
      expect([image, needed.filter(({ purl }) => !purls.has(purl))]).toEqual([image, []]);
    }
    expect(bom.components).toContainEqual(expect.objectContaining({ name: 'git', purl: 'pkg:deb/debian/git' }));
  });

  it('names the base image by its digest', () => {
    const base = bomOf('settings').components.find(({ type }) => type === 'container');
    expect(base).toMatchObject({
      version: '24-bookworm-slim',
      purl: expect.stringMatching(
        /^pkg:oci\/node@sha256%3A[0-9a-f]{64}\?repository_url=docker.io%2Flibrary%2Fnode&/,
      ) as string,
      hashes: [{ alg: 'SHA-256' }],
    });
  });

  it('lists dependencies, and refers only to included components', () => {
    const bom = bomOf('gateway');
    const refs = new Set(bom.dependencies.map(({ ref }) => ref));
    const named = bom.dependencies.flatMap(({ dependsOn = [] }) => dependsOn);
    expect(named.filter((ref) => !refs.has(ref))).toEqual([]);
    const dependenciesOf = (name: string): string[] | undefined =>
      bom.dependencies.find(({ ref }) => ref === name)?.dependsOn;
    expect(dependenciesOf(bom.metadata.component['bom-ref'])).toContain('@forgemesh/gateway');
    expect(dependenciesOf('@forgemesh/gateway')).toEqual(
      expect.arrayContaining(['@forgemesh/rpc', expect.stringMatching(/^express@/)]),
    );
  });

  it.each([
    ['repository', ['docker.io/library/node', 'git']],
    ['gateway', ['docker.io/library/node']],
    ['documentdb', ['docker.io/library/debian', 'ferretdb', 'postgresql-18-documentdb']],
    ['nats', ['docker.io/library/debian', 'nats-server']],
  ])('names the base image and what the Dockerfile installs: %s', (name, expected) => {
    const others = bomOf(name).components.filter(({ type, group }) => type !== 'library' && group === undefined);
    expect(others.map((component) => component.name).sort()).toEqual(expected.sort());
  });

  it.each(images.map(({ name }) => name))('follows the schema of CycloneDX: %s', async (name) => {
    const text = sbomOf(imageOf(name), { lock, licenses, revision: 'abc', time: new Date() });
    expect(await validator.validate(text)).toBeNull();
    await expect(validator.validate('{}')).resolves.not.toBeNull();
  });

  it('is reproducible for the same sources, with a given time', () => {
    const options = { lock, licenses, revision: 'abc' };
    expect(sbomOf(imageOf('geo'), options)).toBe(sbomOf(imageOf('geo'), options));
    const dated = JSON.parse(sbomOf(imageOf('geo'), { ...options, time: new Date(0) })) as Bom;
    expect(dated.metadata.timestamp).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('npm run licenses', () => {
  it('refuses licenses that are not listed', () => {
    const packages = readLicenses({
      MIT: [{ name: 'a', versions: ['1.0.0', '2.0.0'] }],
      'AGPL-3.0': [{ name: 'b', versions: ['1.0.0'] }],
    });
    expect(packages.map(({ name, version }) => `${name}@${version}`)).toEqual(['a@1.0.0', 'a@2.0.0', 'b@1.0.0']);
    expect(forbidden(packages, ['MIT'])).toEqual([{ name: 'b', version: '1.0.0', license: 'AGPL-3.0' }]);
    expect(forbidden(packages, ['MIT', 'b@1.0.0'])).toEqual([]);
  });

  it('allows every installed package', async () => {
    const packages = await installedLicenses();
    expect(packages.length).toBeGreaterThan(100);
    expect(forbidden(packages)).toEqual([]);
    const names = new Set(packages.map(({ name }) => name));
    const needed = [...imagePackages(lock, 'program').packages.values()].map(({ name }) => name);
    expect(needed.filter((name) => !names.has(name))).toEqual([]);
  });
});
