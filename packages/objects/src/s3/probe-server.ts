/**
 * Finds out what a server does with signed uploads. Servers differ: one that ignores checksums
 * stores any content, and one that accepts further headers beside the signed ones lets a client
 * copy contents of others that it cannot read.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { fromS3Error } from './s3-error';
import type { ErrorLog } from './s3-options';
import type * as Sdk from './sdk';

/** What a server does. */
export interface ServerTraits {
  /** Whether it refuses content whose SHA-256 differs from that of the request. */
  verifiesChecksums: boolean;
  /** Whether it refuses a signed URL with headers that the signature does not cover. */
  refusesUnsignedHeaders: boolean;
}

/** The bucket, and the folder in which test objects are stored for a moment. */
export interface ProbeOptions {
  sdk: typeof Sdk;
  client: S3Client;
  Bucket: string;
  /** Ends with `/`. */
  folder: string;
  log: ErrorLog;
}

const CONTENT = Buffer.from('content of the probe');
const OTHER = createHash('sha256').update('another content').digest('base64');
const SECONDS = 60;
const TIMEOUT_MS = 20_000;

/**
 * Stores, copies and deletes test objects. Throws UnavailableError if the server is unavailable;
 * then the removal of pending uploads removes what is left of them.
 */
export async function probeServer(options: ProbeOptions): Promise<ServerTraits> {
  const { sdk, client, Bucket, folder, log } = options;
  const id = `probe-${randomUUID()}`;
  const [Key, copy] = [`${folder}${id}`, `${folder}${id}-copy`];
  try {
    const verifiesChecksums = await isRefused(async () => {
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: CONTENT, ChecksumSHA256: OTHER }));
    });
    // Fails if the server has refused the first request for another reason, such as credentials.
    await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: CONTENT }));
    const command = new sdk.PutObjectCommand({ Bucket, Key: copy, ContentLength: CONTENT.length });
    const href = await sdk.getSignedUrl(client, command, { expiresIn: SECONDS });
    const refusesUnsignedHeaders = isClientError(await copyUnsigned(href, encodeURI(`/${Bucket}/${Key}`)));
    for (const one of [Key, copy]) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: one }));
    if (!refusesUnsignedHeaders)
      log.error({ bucket: Bucket }, 'the object store accepts unsigned headers: uploads go through this instance');
    return { verifiesChecksums, refusesUnsignedHeaders };
  } catch (error) {
    throw fromS3Error(error, log);
  }
}

/** Sends content to a signed URL, with an unsigned header that names another source; the status. */
async function copyUnsigned(href: string, source: string): Promise<number> {
  const response = await fetch(href, {
    method: 'PUT',
    headers: { 'x-amz-copy-source': source },
    body: new Uint8Array(CONTENT),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok && !isClientError(response.status)) throw new Error(`the server answers ${response.status}`);
  return response.status;
}

/** Whether the server refuses a request as wrong; other failures are thrown. */
async function isRefused(send: () => Promise<void>): Promise<boolean> {
  try {
    await send();
    return false;
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
    if (isClientError($metadata?.httpStatusCode ?? 0)) return true;
    throw error;
  }
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}
