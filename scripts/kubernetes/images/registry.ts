// Digests of images in a registry, by the OCI distribution API.

import { createHash } from 'node:crypto';
import { PlainError } from '../../lib/fail.ts';
import { formatReference, type ImageReference } from './base-images.ts';

/** An index of several platforms first, because images are built on and for more than one. */
const MANIFEST_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Address of the API of a registry whose name in references is another one. */
const API_ADDRESSES: Record<string, string> = { 'docker.io': 'https://registry-1.docker.io' };

/**
 * Asks a registry for the digest of a tag, and verifies it with the content.
 * @param address of the registry, for example of a mirror; by default that of the reference
 * @throws if the registry does not know the tag or its response does not match the digest
 */
export async function resolveDigest(reference: ImageReference, address?: string): Promise<string> {
  const { name, tag } = reference;
  const slash = name.indexOf('/');
  const host = name.slice(0, slash);
  const url = new URL(address ?? API_ADDRESSES[host] ?? `https://${host}`);
  url.pathname = `/v2/${name.slice(slash + 1)}/manifests/${tag}`;
  const failure = (reason: string) => new PlainError(`${formatReference(reference)} cannot be resolved: ${reason}.`);
  try {
    const response = await getManifest(url);
    if (!response.ok) throw failure(`${url.host} responds ${response.status}`);
    const content = await readBody(response);
    const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
    const stated = response.headers.get('docker-content-digest');
    if (stated !== null && stated !== digest) throw failure(`${url.host} states the digest ${stated} of other content`);
    return digest;
  } catch (error) {
    if (error instanceof PlainError) throw error;
    const { message, cause } = error as Error;
    throw failure(`${url.host} does not respond (${cause instanceof Error ? cause.message : message})`);
  }
}

async function getManifest(url: URL): Promise<Response> {
  const headers = { Accept: MANIFEST_TYPES.join(', ') };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status !== 401) return response;
  const token = await getToken(response.headers.get('www-authenticate') ?? '', url);
  if (token === undefined) return response;
  return fetch(url, {
    headers: { ...headers, Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/**
 * Gets a token for anonymous reads.
 * @param challenge `Bearer realm="...",service="...",scope="..."`
 */
async function getToken(challenge: string, registry: URL): Promise<string | undefined> {
  const parameters = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  if (!/^bearer /i.test(challenge) || !parameters['realm']) return undefined;
  const url = new URL(parameters['realm'], registry);
  // A registry with TLS must not send clients elsewhere without it.
  if (registry.protocol === 'https:' && url.protocol !== 'https:') return undefined;
  for (const key of ['service', 'scope']) if (parameters[key]) url.searchParams.set(key, parameters[key]);
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) return undefined;
  const body = JSON.parse((await readBody(response)).toString('utf8'));
  return body.token ?? body.access_token;
}

async function readBody({ body }: Response): Promise<Buffer> {
  const parts = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > MAX_MANIFEST_BYTES) throw new Error('the response is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
