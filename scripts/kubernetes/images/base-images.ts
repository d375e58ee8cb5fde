// The images that the Dockerfiles build on and that the chart runs, each named by tag and digest
// (`docker.io/library/node:24-bookworm-slim@sha256:...`). The tag says what the image is, and the
// digest which bytes are meant: builders and clusters pull by it. The Dockerfiles and the values of
// the chart are the only places that name them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../../lib/fail.ts';
import { root } from '../../lib/root.ts';

/** A reference to an image in a registry. */
export interface ImageReference {
  /** With the registry: `docker.io/library/node`. */
  name: string;
  /** Empty if the reference has none. */
  tag: string;
  /** `sha256:...`; undefined if the reference has none. */
  digest?: string;
}

/** An image that a file names. */
export interface BaseImage {
  /** Path relative to the root. */
  file: string;
  /** As in the file. */
  text: string;
  reference: ImageReference;
}

/** Files with base images, next to the Dockerfiles. */
const VALUES_FILE = 'deploy/helm/forgemesh/values.yaml';
const places = /^(?:ARG \w+_IMAGE=|\s+image: )(docker\.io\/library\/\S+)$/gm;

/** @param text `name`, `name:tag`, `name@digest` or `name:tag@digest` */
export function parseReference(text: string): ImageReference {
  const [place = '', digest] = text.split('@');
  // A colon before the last slash belongs to the port of the registry.
  const [, name = place, tag = ''] = /^(.*?)(?::([^:/]+))?$/.exec(place) ?? [];
  return { name, tag, ...(digest !== undefined && { digest }) };
}

export function formatReference({ name, tag, digest }: ImageReference) {
  return `${name}${tag && `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** Whether a reference names the bytes of an image. */
export function isPinned({ digest }: ImageReference) {
  return /^sha256:[0-9a-f]{64}$/.test(digest ?? '');
}

/** Base images that a Dockerfile or values file names. */
export function baseImagesOf(file: string, folder = root): BaseImage[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(places)].map(([, found = '']) => ({ file, text: found, reference: parseReference(found) }));
}

/** All base images. */
export function allBaseImages(dockerfiles: string[], folder = root): BaseImage[] {
  return [...new Set([...dockerfiles, VALUES_FILE])].flatMap((file) => baseImagesOf(file, folder));
}

/** @throws if one of the images has no digest */
export function assertPinned(bases: BaseImage[]) {
  const unpinned = bases.filter(({ reference }) => !isPinned(reference));
  if (unpinned.length === 0) return;
  const names = [...new Set(unpinned.map(({ file, text }) => `${text} (${file})`))].join(', ');
  throw new PlainError(
    `Images that are pushed need base images with digests, so that they are reproducible: ${names}. ` +
      'Run `npm run images -- --resolve-bases`, or name the digest.',
  );
}

/**
 * Writes current digests into the files.
 * @param resolve returns the digest of a tag
 * @returns the images, each with its new reference
 */
export async function updateBaseImages(
  bases: BaseImage[],
  resolve: (reference: ImageReference) => Promise<string>,
  folder = root,
): Promise<{ base: BaseImage; updated: string }[]> {
  const references = new Map(bases.map(({ text, reference }) => [text, reference]));
  const updated = new Map<string, string>();
  for (const [text, reference] of references) {
    updated.set(text, formatReference({ ...reference, digest: await resolve(reference) }));
  }
  for (const file of new Set(bases.map((base) => base.file))) {
    const path = join(folder, file);
    const content = readFileSync(path, 'utf8');
    const replaced = content.replace(places, (line, text: string) => line.replace(text, updated.get(text) ?? text));
    if (replaced !== content) writeFileSync(path, replaced);
  }
  return bases.map((base) => ({ base, updated: updated.get(base.text) ?? base.text }));
}
