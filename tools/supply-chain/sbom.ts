// Creates the CycloneDX document of an image: npm packages, packages installed by its Dockerfile,
// and its base image.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import { root } from '../lib/root.ts';
import { productionPackages, type LockFile, type Package } from './packages.ts';
import type { Image } from '../images/images.ts';

const { ComponentType, HashAlgorithm } = Enums;

interface SbomOptions {
  lock: LockFile;
  /** Licenses by `name@version`. */
  licenses: Map<string, string>;
  /** Source revision of the image. */
  revision: string;
  /** Timestamp of the document; without it the same sources give the same document. */
  time?: Date;
}

/** @returns CycloneDX 1.6 as JSON */
export function sbomOf(image: Image, { lock, licenses, revision, time }: SbomOptions): string {
  const bom = new Models.Bom();
  if (time) bom.metadata.timestamp = time;
  const main = new Models.Component(ComponentType.Container, `forgemesh/${image.name}`, { version: revision });
  main.bomRef.value = `forgemesh/${image.name}`;
  bom.metadata.component = main;
  for (const component of imageComponents(image)) {
    bom.components.add(component);
    main.dependencies.add(component.bomRef);
  }
  if (image.isService) addPackages(bom, main, image.name, { lock, licenses });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function addPackages(
  bom: Models.Bom,
  main: Models.Component,
  name: string,
  { lock, licenses }: Pick<SbomOptions, 'lock' | 'licenses'>,
) {
  const folder = lock.importers[name] ? name : `services/${name}`;
  const { direct, packages } = packagesOf(lock, folder);
  const components = new Map([...packages.values()].map((each) => [each.id, packageComponent(each, licenses)]));
  for (const { id, dependencies } of packages.values()) {
    const component = componentOf(components, id);
    for (const dependency of dependencies) component.dependencies.add(componentOf(components, dependency).bomRef);
    bom.components.add(component);
  }
  for (const id of direct) main.dependencies.add(componentOf(components, id).bomRef);
}

/** Production packages of an image, including those that are part of the web pages. */
function packagesOf(lock: LockFile, folder: string) {
  const own = productionPackages(lock, folder);
  if (folder !== 'gateway') return own;
  const pages = productionPackages(lock, 'web');
  return {
    direct: [...new Set([...own.direct, ...pages.direct])].sort(),
    packages: new Map([...own.packages, ...pages.packages]),
  };
}

function componentOf(components: Map<string, Models.Component>, id: string) {
  const component = components.get(id);
  if (!component) throw new Error(`no component for ${id}`);
  return component;
}

function packageComponent({ id, name, version, integrity }: Package, licenses: Map<string, string>) {
  const [group, own] = name.startsWith('@') ? (name.split('/') as [string, string]) : [undefined, name];
  const place = group === undefined ? own : `${encodeURIComponent(group)}/${own}`;
  const component = new Models.Component(ComponentType.Library, own, { group, version });
  component.bomRef.value = id;
  component.purl = `pkg:npm/${place}@${encodeURIComponent(version)}`;
  const [algorithm, digest] = integrity.split('-');
  if (algorithm === 'sha512' && digest)
    component.hashes.set(HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex'));
  const license = licenses.get(`${name}@${version}`);
  if (license) component.licenses.add(licenseOf(license));
  return component;
}

/** @param text declared by the package: an SPDX identifier or expression, or any text */
function licenseOf(text: string) {
  const isIdentifier: boolean = SPDX.isSupportedSpdxId(text);
  if (isIdentifier) return new Models.SpdxLicense(text);
  return text.startsWith('(') ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
}

/** The base image, and the packages that the Dockerfile installs. */
function imageComponents({ name, file }: Image) {
  const text = readFileSync(join(root, file), 'utf8');
  const [, base = ''] = /^ARG (?:NODE|DEBIAN)_IMAGE=(\S+)$/m.exec(text) ?? [];
  const at = base.lastIndexOf(':');
  const components = [
    new Models.Component(ComponentType.Container, base.slice(0, at), { version: base.slice(at + 1) }),
  ];
  const last = text.slice(text.lastIndexOf('\nFROM '));
  for (const [, installed = ''] of last.matchAll(
    /apt-get install -y --no-install-recommends ([\w. -]+?)\s*(?:&&|\\|$)/gm,
  ))
    for (const own of installed.split(' ')) {
      // All services share one Dockerfile; git is needed by repository only.
      if (own === 'git' && name !== 'repository') continue;
      components.push(debianPackage(own));
    }
  for (const [, module = '', version = ''] of text.matchAll(/go install .*?([\w./-]+)@(v[\w.]+)/g)) {
    const program = new Models.Component(ComponentType.Application, module.split('/').at(-1) ?? module, { version });
    program.purl = `pkg:golang/${module.replace(/\/cmd\/[^/]+$/, '')}@${version}`;
    components.push(program);
  }
  for (const component of components) component.bomRef.value = `${component.type}:${component.name}`;
  return components;
}

/** The version depends on the distribution at build time. */
function debianPackage(name: string) {
  const component = new Models.Component(ComponentType.Application, name);
  component.purl = `pkg:deb/debian/${name}`;
  return component;
}
