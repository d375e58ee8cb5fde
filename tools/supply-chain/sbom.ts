// What an image contains, as a CycloneDX document: packages of npm, what its Dockerfile installs, and its base image.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import { root } from '../lib/root.ts';
import { productionPackages } from './packages.ts';

const { ComponentType, HashAlgorithm } = Enums;

/**
 * @typedef {object} SbomOptions
 * @property {import('./packages.ts').LockFile} lock
 * @property {Map<string, string>} licenses of packages, by `name@version`
 * @property {string} revision of the image
 * @property {Date} [time] of the document; without one it says none, and the same sources give the same document
 */

/**
 * @param {import('../images/images.ts').Image} image
 * @param {SbomOptions} options
 * @returns {string} JSON of CycloneDX 1.6
 */
export function sbomOf(image, { lock, licenses, revision, time }) {
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

/**
 * @param {Models.Bom} bom
 * @param {Models.Component} main
 * @param {string} name
 * @param {Pick<SbomOptions, 'lock' | 'licenses'>} options
 */
function addPackages(bom, main, name, { lock, licenses }) {
  const folder = lock.importers[name] ? name : `services/${name}`;
  const { direct, packages } = productionPackages(lock, folder);
  const components = new Map([...packages.values()].map((each) => [each.id, packageComponent(each, licenses)]));
  for (const { id, dependencies } of packages.values()) {
    const component = known(components, id);
    for (const dependency of dependencies) component.dependencies.add(known(components, dependency).bomRef);
    bom.components.add(component);
  }
  for (const id of direct) main.dependencies.add(known(components, id).bomRef);
}

/** @param {Map<string, Models.Component>} components @param {string} id */
function known(components, id) {
  const component = components.get(id);
  if (!component) throw new Error(`no component for ${id}`);
  return component;
}

/** @param {import('./packages.ts').Package} found @param {Map<string, string>} licenses */
function packageComponent({ id, name, version, integrity }, licenses) {
  const [group, own] = name.startsWith('@') ? /** @type {[string, string]} */ (name.split('/')) : [undefined, name];
  const place = group === undefined ? own : `${encodeURIComponent(group)}/${own}`;
  const component = new Models.Component(ComponentType.Library, own, { group, version });
  component.bomRef.value = id;
  component.purl = /** @type {any} */ (`pkg:npm/${place}@${encodeURIComponent(version)}`);
  const [algorithm, digest] = integrity.split('-');
  if (algorithm === 'sha512' && digest)
    component.hashes.set(HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex'));
  const license = licenses.get(`${name}@${version}`);
  if (license) component.licenses.add(licenseOf(license));
  return component;
}

/** @param {string} text as packages state it: an identifier of SPDX, an expression of them, or anything else */
function licenseOf(text) {
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text);
  return text.startsWith('(') ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
}

/** The base image, and what the Dockerfile installs into it. @param {import('../images/images.ts').Image} image */
function imageComponents({ name, file }) {
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
      // All services have one Dockerfile; git is for repository alone.
      if (own === 'git' && name !== 'repository') continue;
      components.push(debianPackage(own));
    }
  for (const [, module = '', version = ''] of text.matchAll(/go install .*?([\w./-]+)@(v[\w.]+)/g)) {
    const program = new Models.Component(ComponentType.Application, module.split('/').at(-1) ?? module, { version });
    program.purl = /** @type {any} */ (`pkg:golang/${module.replace(/\/cmd\/[^/]+$/, '')}@${version}`);
    components.push(program);
  }
  for (const component of components) component.bomRef.value = `${component.type}:${component.name}`;
  return components;
}

/** Its version is that of the distribution at the time of the build. @param {string} name */
function debianPackage(name) {
  const component = new Models.Component(ComponentType.Application, name);
  component.purl = /** @type {any} */ (`pkg:deb/debian/${name}`);
  return component;
}
