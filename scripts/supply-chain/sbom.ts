// Creates the CycloneDX document of an image: its services, npm packages, packages installed by its
// Dockerfile, and its base image.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import { root } from '../lib/root.ts';
import { baseImagesOf, type ImageReference } from '../kubernetes/images/base-images.ts';
import { imagePackages, type LockFile, type Package } from './packages.ts';
import type { Image } from '../kubernetes/images/images.ts';

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
  if (image.hasNode) addPackages(bom, main, { lock, licenses, revision, name: image.name });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/**
 * Adds the services and packages of the workspace that the image runs, and the packages that they
 * depend on.
 */
function addPackages(
  bom: Models.Bom,
  main: Models.Component,
  { lock, licenses, revision, name }: Omit<SbomOptions, 'time'> & { name: string },
) {
  const { own, packages } = imagePackages(lock, name);
  const components = new Map([
    ...[...own.values()].map(({ folder }) => [folder, ownComponent(folder, revision)] as const),
    ...[...packages.values()].map((each) => [each.id, packageComponent(each, licenses)] as const),
  ]);
  const depend = (id: string, ids: string[]) => {
    const component = componentOf(components, id);
    for (const other of ids) component.dependencies.add(componentOf(components, other).bomRef);
    bom.components.add(component);
  };
  for (const part of own.values()) depend(part.folder, [...part.own, ...part.dependencies]);
  for (const each of packages.values()) depend(each.id, each.dependencies);
  for (const { folder } of own.values()) main.dependencies.add(componentOf(components, folder).bomRef);
}

/** A package of the workspace. Its revision identifies its content: it is in no registry. */
function ownComponent(folder: string, revision: string) {
  const { name, description, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const [group, own] = name.split('/');
  const isLibrary = folder.startsWith('packages/') || folder === 'proto';
  const type = isLibrary ? ComponentType.Library : ComponentType.Application;
  const component = new Models.Component(type, own, { group, version: revision, description });
  component.bomRef.value = name;
  component.licenses.add(licenseOf(license));
  return component;
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
  const components = [
    ...new Map(baseImagesOf(file).map((base) => [base.text, baseComponent(base.reference)])).values(),
  ];
  const last = text.slice(text.lastIndexOf('\nFROM '));
  for (const [, installed = ''] of last.matchAll(
    /apt-get install -y --no-install-recommends ([\w. -]+?)\s*(?:&&|\\|$)/gm,
  ))
    for (const own of installed.split(' ')) {
      // All services share one Dockerfile, which installs git where repository runs.
      if (own === 'git' && !['repository', 'program'].includes(name)) continue;
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

function baseComponent({ name, tag, digest }: ImageReference) {
  const component = new Models.Component(ComponentType.Container, name, { version: tag });
  if (digest === undefined) return component;
  component.hashes.set(HashAlgorithm['SHA-256'], digest.replace('sha256:', ''));
  const place = new URLSearchParams({ repository_url: name, tag });
  component.purl = `pkg:oci/${name.split('/').at(-1)}@${encodeURIComponent(digest)}?${place}`;
  return component;
}

/** The version depends on the distribution at build time. */
function debianPackage(name: string) {
  const component = new Models.Component(ComponentType.Application, name);
  component.purl = `pkg:deb/debian/${name}`;
  return component;
}
